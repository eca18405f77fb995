import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { lawyersPath } from './wanted.ts'

/** By which number it is known, and what comes of it. */
export function CaseSent({ number }: { number: string }) {
  const { t } = useTranslation(['site'])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="lawyer-sent">
      <h3 ref={heading} tabIndex={-1}>
        {t('site:lawyers.case.sent.title')}
      </h3>
      <p>
        {t('site:lawyers.case.sent.number')} <strong className="lawyer-number">{number}</strong>
      </p>
      <p>{t('site:lawyers.case.sent.next')}</p>
      <p>{t('site:lawyers.case.sent.keep')}</p>
      <p className="buttons">
        <Link className="button primary" to="/registry">
          {t('site:lawyers.case.sent.capture')}
        </Link>
        <Link className="button" to={lawyersPath()}>
          {t('site:lawyers.all')}
        </Link>
      </p>
    </div>
  )
}
