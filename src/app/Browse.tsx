import {
  CopyrightOutlined,
  FieldBinaryOutlined,
  FileDoneOutlined,
  GlobalOutlined,
  RightOutlined,
} from '@ant-design/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import { evidence } from '../evidence/evidence.resource.tsx'
import { EvidenceState } from '../evidence/parts/EvidenceState.tsx'
import { Card } from '../kit/page/Card.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { useResourceList } from '../kit/list/useResourceList.ts'
import { Desk } from './Desk.tsx'

const recentState = { page: 1, pageSize: 10, sort: '-date', filters: {} }
const todos = ['to-confirm', 'failed'] as const

/** The console's overview: collect, what happened last, what waits for the user. */
export function Browse() {
  const { t } = useTranslation(['console', 'evidence'])
  const { bean, can } = useConsole()
  return (
    <Page
      title={t('browse.hello', { name: bean.personName })}
      lead={bean.accountName === bean.personName ? undefined : bean.accountName}
    >
      {(can('captures.start') || can('deposits.make')) && (
        <section aria-labelledby="collect" className="skz-section">
          <h2 id="collect">{t('browse.collect')}</h2>
          <div className="skz-collectors">
            {can('captures.start') && (
              <Collector
                to="/onlineForensics/web/add"
                icon={<GlobalOutlined aria-hidden />}
                title={t('browse.web')}
                note={t('browse.webNote')}
              />
            )}
            {can('deposits.make') && (
              <>
                <Collector
                  to="/confirmWeigh/add"
                  icon={<FileDoneOutlined aria-hidden />}
                  title={t('browse.file')}
                  note={t('browse.fileNote')}
                />
                <Collector
                  to="/confirmWeigh/add?kind=hash"
                  icon={<FieldBinaryOutlined aria-hidden />}
                  title={t('browse.hash')}
                  note={t('browse.hashNote')}
                />
                <Collector
                  to="/confirmWeigh/add-property"
                  icon={<CopyrightOutlined aria-hidden />}
                  title={t('browse.work')}
                  note={t('browse.workNote')}
                />
              </>
            )}
          </div>
        </section>
      )}
      <Desk />
      {can('evidence.read') && (
        <div className="skz-columns">
          <Recent />
          <Todos />
        </div>
      )}
    </Page>
  )
}

function Collector({ to, icon, title, note }: { to: string; icon: ReactNode; title: string; note: string }) {
  return (
    <Link to={to} className="skz-collector">
      {icon}
      <span>
        <strong>{title}</strong>
        <small>{note}</small>
      </span>
      <RightOutlined aria-hidden />
    </Link>
  )
}

function Recent() {
  const { t } = useTranslation(['console', 'evidence'])
  const { rows, query } = useResourceList(evidence, recentState)
  return (
    <Card title={t('browse.recent')} extra={<Link to="/evidence">{t('browse.all')}</Link>}>
      {query.isPending ? (
        <Loading rows={4} />
      ) : query.isError ? (
        <Failed error={query.error} retry={() => void query.refetch()} />
      ) : rows.length === 0 ? (
        <Nothing text={t('evidence:resource.evidence.empty')} />
      ) : (
        <ul className="skz-recent">
          {rows.slice(0, 6).map((row) => (
            <RecentRow key={row.id} row={row} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function RecentRow({ row }: { row: EvidenceRow }) {
  return (
    <li>
      <span className="skz-two-lines">
        <Link to={`/attestation/${row.ano}`}>{row.name}</Link>
        <small>{formatInstant(row.date)}</small>
      </span>
      <EvidenceState row={row} reason={false} />
    </li>
  )
}

const useWaiting = (status: (typeof todos)[number]) =>
  useResourceList(evidence, { ...recentState, filters: { status } })

/** What only the user can settle. */
function Todos() {
  const { t } = useTranslation(['console'])
  const waiting = { 'to-confirm': useWaiting('to-confirm'), failed: useWaiting('failed') }
  const open = todos.filter((status) => waiting[status].total > 0)
  return (
    <Card title={t('browse.todos')}>
      {todos.some((status) => waiting[status].query.isPending) ? (
        <Loading rows={2} />
      ) : open.length === 0 ? (
        <Nothing text={t('browse.noTodos')} />
      ) : (
        <ul className="skz-plain">
          {open.map((status) => (
            <li key={status}>
              <Link to={`/evidence?status=${status}`}>{t(`browse.${status}`, { count: waiting[status].total })}</Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
