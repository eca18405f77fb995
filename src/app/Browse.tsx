import { GlobalOutlined, RightOutlined } from '@ant-design/icons'
import { Card } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import { evidence } from '../evidence/evidence.resource.tsx'
import { EvidenceState } from '../evidence/parts/EvidenceState.tsx'
import { useConsole } from '../kit/console-context.ts'
import { formatInstant } from '../kit/format.ts'
import { Page } from '../kit/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/Panels.tsx'
import { useResourceList } from '../kit/useResourceList.ts'

const recentState = { page: 1, pageSize: 10, sort: '-date', filters: {} }
const failedState = { ...recentState, filters: { status: 'failed' } }

/** The console's overview: collect, what happened last, what waits for the user. */
export function Browse() {
  const { t } = useTranslation(['console', 'evidence'])
  const { bean, can } = useConsole()
  return (
    <Page title={t('browse.hello', { name: bean.personName })} lead={bean.accountName}>
      {can('captures.start') && (
        <section aria-labelledby="collect" className="skz-section">
          <h2 id="collect">{t('browse.collect')}</h2>
          <div className="skz-collectors">
            <Link to="/onlineForensics/web/add" className="skz-collector">
              <GlobalOutlined aria-hidden />
              <span><strong>{t('browse.web')}</strong><small>{t('browse.webNote')}</small></span>
              <RightOutlined aria-hidden />
            </Link>
          </div>
        </section>
      )}
      {can('evidence.read') && <div className="skz-columns"><Recent /><Todos /></div>}
    </Page>
  )
}

function Recent() {
  const { t } = useTranslation(['console', 'evidence'])
  const { rows, query } = useResourceList(evidence, recentState)
  return (
    <Card title={<h2>{t('browse.recent')}</h2>} extra={<Link to="/evidence">{t('browse.all')}</Link>}>
      {query.isPending ? <Loading rows={4} /> : query.isError ? <Failed error={query.error} retry={() => void query.refetch()} /> : rows.length === 0 ? <Nothing text={t('evidence:empty.evidence')} /> : (
        <ul className="skz-recent">{rows.slice(0, 6).map((row) => <RecentRow key={row.id} row={row} />)}</ul>
      )}
    </Card>
  )
}

function RecentRow({ row }: { row: EvidenceRow }) {
  return (
    <li>
      <span className="skz-two-lines"><Link to={`/attestation/${row.ano}`}>{row.name}</Link><small>{formatInstant(row.date)}</small></span>
      <EvidenceState row={row} reason={false} />
    </li>
  )
}

/** What only the user can settle. */
function Todos() {
  const { t } = useTranslation(['console'])
  const { total, query } = useResourceList(evidence, failedState)
  return (
    <Card title={<h2>{t('browse.todos')}</h2>}>
      {query.isPending ? <Loading rows={2} /> : total === 0 ? <Nothing text={t('browse.noTodos')} /> : <Link to="/evidence?status=failed">{t('browse.failed', { count: total })}</Link>}
    </Card>
  )
}
