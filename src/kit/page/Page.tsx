import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useConsole } from '../resource/console-context.ts'

export interface TrailStep {
  title: string
  to: string
}

/** The entry of the menu that the page here belongs to: where every trail begins. */
const TrailStart = createContext<TrailStep | undefined>(undefined)
export const TrailStartProvider = TrailStart.Provider

interface Props {
  title: string
  /** The pages between the menu's entry and this one, from the outermost in. */
  trail?: TrailStep[]
  actions?: ReactNode
  lead?: ReactNode
  children: ReactNode
}

/** A console page: where one is, what it is called, what can be done, then the content. */
export function Page({ title, trail = [], actions, lead, children }: Props) {
  const { t, i18n } = useTranslation()
  const { basicInfo } = useConsole().platform
  const platform = i18n.language === 'en' ? basicInfo.platformNameEn : basicInfo.platformName
  const { pathname } = useLocation()
  const start = useContext(TrailStart)
  const known = start && (start.to === pathname || trail.some(({ to }) => to === start.to))
  const steps = start && !known ? [start, ...trail] : trail
  useEffect(() => {
    document.title = `${title} · ${platform}`
  }, [title, platform])
  return (
    <div className="skz-page">
      {steps.length > 0 && (
        <nav aria-label={t('trail')}>
          <ol className="skz-trail">
            {steps.map((step) => (
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
