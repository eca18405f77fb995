import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface Props {
  title: string
  /** From the outermost in; the page itself is not among them. */
  trail?: { title: string; to: string }[]
  actions?: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A console page: where one is, what it is called, what can be done, then the content. */
export function Page({ title, trail = [], actions, lead, children }: Props) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="skz-page">
      {trail.length > 0 && (
        <nav aria-label={t('trail')}>
          <ol className="skz-trail">
            {trail.map((step) => (
              <li key={step.to}>
                <Link to={step.to}>{step.title}</Link>
              </li>
            ))}
            <li aria-current="page">{title}</li>
          </ol>
        </nav>
      )}
      <header className="skz-page-head">
        <div>
          <h1>{title}</h1>
          {lead && <p className="skz-lead">{lead}</p>}
        </div>
        {actions && <div className="skz-page-actions">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
