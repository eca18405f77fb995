import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { SitePath } from '../../../contract/site/entries.ts'

interface Props {
  to: string
  className?: string
  children: ReactNode
}

/** Pages that are shown without a reload; every other path of this site may be the console's, or a file. */
const pages: ReadonlySet<string> = new Set<SitePath>([
  '/',
  '/website-show/home',
  '/website-show/query',
  '/website-show/news',
  '/website-show/help-document',
  '/website-show/lawyers',
  '/registry',
  '/login',
  '/chain',
  '/docs',
])
const isPage = (path: string) => pages.has(path) || /^\/website-show\/(news|lawyers)\//.test(path)

/** A link that staff wrote: to a path of this site, or elsewhere. */
export function SomeLink({ to, children, ...look }: Props) {
  if (/^\/(?![/\\])/.test(to))
    return (
      <Link to={to} reloadDocument={!isPage(to.split(/[?#]/, 1)[0]!)} {...look}>
        {children}
      </Link>
    )
  if (!to.startsWith('https://')) return <span {...look}>{children}</span>
  return (
    <a href={to} rel="noreferrer noopener" {...look}>
      {children}
    </a>
  )
}
