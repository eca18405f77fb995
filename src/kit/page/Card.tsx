import type { ReactNode } from 'react'

interface Props {
  title?: ReactNode
  /** Stands at the end of the title's line. */
  extra?: ReactNode
  children: ReactNode
}

/** A framed part of a page. The library's own brings its tabs along, which weigh more than most pages. */
export function Card({ title, extra, children }: Props) {
  return (
    <section className="skz-box">
      {title && (
        <div className="skz-box-head">
          <h2>{title}</h2>
          {extra}
        </div>
      )}
      <div className="skz-box-body">{children}</div>
    </section>
  )
}
