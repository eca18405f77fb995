import { useTranslation } from 'react-i18next'
import type { ClosingState } from '../../contract/data-rights/closing.ts'

/** What is erased, what stays, how long and why. */
export function WhatGoes({ state: { ends, leaves, evidence, units } }: { state: ClosingState }) {
  const { t } = useTranslation(['data-rights'])
  const erase = t('data-rights:close.what.erase', { returnObjects: true })
  const keep = t('data-rights:close.what.keep', { returnObjects: true, count: evidence })
  return (
    <>
      <dl className="skz-settings">
        {ends.length > 0 && (
          <div>
            <dt>{t('data-rights:close.what.ends')}</dt>
            <dd>{ends.join(', ')}</dd>
          </div>
        )}
        {units > 0 && (
          <div>
            <dt>{t('data-rights:close.what.units')}</dt>
            <dd>{t('data-rights:close.what.unitsLeft', { count: units })}</dd>
          </div>
        )}
        {leaves.length > 0 && (
          <div>
            <dt>{t('data-rights:close.what.leaves')}</dt>
            <dd>{leaves.join(', ')}</dd>
          </div>
        )}
      </dl>
      <h3>{t('data-rights:close.what.erased')}</h3>
      <ul className="skz-steps">
        {erase.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>{t('data-rights:close.what.kept')}</h3>
      <ul className="skz-steps">
        {keep.map(({ what, why }) => (
          <li key={what}>
            <strong>{what}</strong>
            <br />
            {why}
          </li>
        ))}
      </ul>
      <p>{t('data-rights:close.what.after')}</p>
    </>
  )
}
