import { Breadcrumb } from 'antd'
import { type ReactNode, useEffect } from 'react'
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
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="skz-page">
      {trail.length > 0 && <Breadcrumb items={[...trail.map((t) => ({ title: <Link to={t.to}>{t.title}</Link> })), { title }]} />}
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
