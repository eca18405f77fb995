import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface Props {
  page: number
  last: number
  /** Where a page stands. */
  at(page: number): string
}

/** The ends, this one and those beside it. */
const pagesAround = (page: number, last: number) =>
  [...new Set([1, page - 1, page, page + 1, last])].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b)

/** Leads through a list; nothing where it is one page. */
export function Pages({ page, last, at }: Props) {
  const { t } = useTranslation(['site'])
  if (last < 2 || page > last) return null
  const numbers = pagesAround(page, last)
  return (
    <nav className="pages" aria-label={t('site:news.pages.label')}>
      {page > 1 && (
        <Link to={at(page - 1)} rel="prev">
          {t('site:news.pages.prev')}
        </Link>
      )}
      {numbers.map((n, i) => (
        <Fragment key={n}>
          {n - (numbers[i - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
          <Link
            to={at(n)}
            aria-label={t('site:news.pages.page', { page: n })}
            aria-current={n === page ? 'page' : undefined}
          >
            {n}
          </Link>
        </Fragment>
      ))}
      {page < last && (
        <Link to={at(page + 1)} rel="next">
          {t('site:news.pages.next')}
        </Link>
      )}
    </nav>
  )
}
