import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../plain/format.ts'
import { type Outcome, outcomes, type RowOutcome, type RowRemarks } from './row-outcomes.ts'

interface Props {
  told: readonly RowOutcome[]
  /** Rows of which something was taken otherwise than it stands in the sheet. */
  remarks: readonly RowRemarks[]
  /** Whether rows were kept, or only looked at. */
  kept: boolean
  onSave(refused: RowOutcome[]): void
}

/** Rows that are drawn; the others are counted, and all of them can be saved. */
const mostDrawn = 200

/** How many rows of each kind, and of those that come to nothing, why. */
export function RowOutcomes({ told, remarks, kept, onSave }: Props) {
  const { t } = useTranslation()
  const of = (outcome: Outcome) => told.filter((x) => x.outcome === outcome)
  const refused = of('refused')
  const shown = [...refused, ...of('repeated')]
  return (
    <>
      <dl className="skz-counts">
        {outcomes.map((outcome) => (
          <div key={outcome}>
            <dt>{t(`import.${kept ? 'results' : 'counts'}.${outcome}`)}</dt>
            <dd>{formatNumber(of(outcome).length, 0)}</dd>
          </div>
        ))}
      </dl>
      {shown.length > 0 && (
        <section aria-label={t('import.problems')}>
          <h3 className="skz-drawer-head">{t('import.problems')}</h3>
          {refused.length > 0 && (
            <p>
              <Button onClick={() => onSave(refused)}>{t('import.saveRefused', { count: refused.length })}</Button>
            </p>
          )}
          {/* Focus lets the keyboard scroll it. */}
          <ul className="skz-outcomes" tabIndex={0} aria-label={t('import.problems')}>
            {shown.slice(0, mostDrawn).map(({ row, reasons }) => (
              <li key={row.at}>
                <strong>{t('import.row', { n: row.at })}</strong> <Reasons reasons={reasons} />
              </li>
            ))}
            {shown.length > mostDrawn && <li>{t('import.more', { count: shown.length - mostDrawn })}</li>}
          </ul>
        </section>
      )}
      {remarks.length > 0 && (
        <section aria-label={t('import.remarks')}>
          <h3 className="skz-drawer-head">{t('import.remarks')}</h3>
          <ul className="skz-outcomes" tabIndex={0} aria-label={t('import.remarks')}>
            {remarks.slice(0, mostDrawn).map(({ row, remarks: said }) => (
              <li key={row.at}>
                <strong>{t('import.row', { n: row.at })}</strong> <Reasons reasons={said} />
              </li>
            ))}
            {remarks.length > mostDrawn && <li>{t('import.moreRemarks', { count: remarks.length - mostDrawn })}</li>}
          </ul>
        </section>
      )}
    </>
  )
}

/** Several reasons stand below each other: each is a sentence of its own. */
function Reasons({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length < 2) return reasons[0]
  return (
    <ul>
      {reasons.map((reason) => (
        <li key={reason}>{reason}</li>
      ))}
    </ul>
  )
}
