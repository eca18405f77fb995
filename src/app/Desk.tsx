import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useResourceList } from '../kit/list/useResourceList.ts'
import { formatNumber } from '../kit/plain/format.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import type { Resource } from '../kit/resource/resource.ts'
import { resourceWords } from '../kit/resource/words.ts'

type Waiting = Resource & Required<Pick<Resource, 'waits'>>
const waits = (r: Resource): r is Waiting => r.waits !== undefined

/** What waits for staff, or for an office, by number; each leads to its list. */
export function Desk() {
  const { t } = useTranslation(['console'])
  const { can, resources } = useConsole()
  const mine = resources.filter(waits).filter((r) => can(r.access))
  if (!mine.length) return null
  return (
    <section aria-labelledby="desk" className="skz-section">
      <h2 id="desk">{t('browse.desk')}</h2>
      <ul className="skz-desk">
        {mine.map((resource) => (
          <li key={resource.name}>
            <Count resource={resource} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Count({ resource }: { resource: Waiting }) {
  const { t } = useTranslation([resource.words])
  const { routes, waits, defaultSort } = resource
  const { total, totalIsEstimate, query } = useResourceList(resource, {
    page: 1,
    pageSize: 10,
    sort: defaultSort,
    filters: waits,
  })
  const number = query.isSuccess ? `${formatNumber(total, 0)}${totalIsEstimate ? '+' : ''}` : query.isError ? '?' : '…'
  return (
    <Link to={`${routes.list}?${new URLSearchParams(waits).toString()}`} className="skz-count" data-some={total > 0}>
      <strong>{number}</strong>
      <span>{resourceWords(t, resource, 'waits')}</span>
    </Link>
  )
}
