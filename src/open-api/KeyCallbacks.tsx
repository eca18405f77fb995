import { Button, Pagination } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Callback, callbackCalls } from '../../contract/open-api/callbacks.ts'
import { type ApiKey, logDays } from '../../contract/open-api/keys.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { StatusTag } from '../kit/page/StatusTag.tsx'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { CallbackSigners } from './CallbackSigners.tsx'

const pageSize = 20
const tones = { WAITING: 'active', SENDING: 'active', DONE: 'good', FAILED: 'bad', DROPPED: 'neutral' } as const

/** In one cell: how it stands, what the last attempt met, and when the next one is. */
function Standing({ callback: { state, attempts, answer, error, dueAt } }: { callback: Callback }) {
  const { t } = useTranslation(['open-api'])
  const met = error
    ? t(`open-api:callbacks.errors.${error}`)
    : answer === null
      ? undefined
      : t('open-api:callbacks.answered', { status: answer })
  return (
    <div className="skz-state">
      <StatusTag tone={tones[state]}>{t(`open-api:callbacks.states.${state}`)}</StatusTag>
      {met && <small>{met}</small>}
      {attempts > 0 && dueAt && <small>{t('open-api:callbacks.next', { at: formatInstant(dueAt) })}</small>}
    </div>
  )
}

/** What a key's address was told, or will be, and what it needs to believe it. */
export function KeyCallbacks({ row }: { row: ApiKey }) {
  const { t } = useTranslation(['common', 'open-api'])
  if (!row.callbackUrl) return <Nothing text={t('open-api:callbacks.none')} />
  return (
    <div className="skz-callbacks">
      <Sent row={row} />
      <CallbackSigners />
    </div>
  )
}

function Sent({ row }: { row: ApiKey }) {
  const { t } = useTranslation(['common', 'open-api'])
  const notices = useNotices()
  const [pageNum, setPage] = useState(1)
  const { data, error, refetch } = useRead(
    callbackCalls.list,
    { params: { id: row.id }, query: { pageNum, pageSize } },
    { staleTime: 0 },
  )
  useLiveRefresh(callbackCalls.list, 'apiKeys')
  const done = (text: string) => ({ onDone: () => (notices.done(text), void refetch()) })
  const trial = useWrite(callbackCalls.trial, done(t('open-api:callbacks.trialAsked')))
  const again = useWrite(callbackCalls.again, done(t('open-api:callbacks.againAsked')))
  const inUse = row.status === 'ACTIVE'
  return (
    <>
      <p className="skz-lead">{t('open-api:callbacks.lead', { days: logDays })}</p>
      {inUse ? (
        <Button loading={trial.isPending} onClick={() => trial.mutate({ params: { id: row.id } })}>
          {t('open-api:callbacks.trial')}
        </Button>
      ) : (
        <p>{t('open-api:callbacks.off')}</p>
      )}
      {error && <Failed error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data?.total === 0 && <Nothing text={t('open-api:callbacks.empty')} />}
      {!!data?.total && (
        <>
          <SentTable
            list={data.list}
            inUse={inUse}
            asking={again.isPending ? again.asked?.params.id : undefined}
            onAgain={(id) => again.mutate({ params: { id } })}
          />
          <Pagination
            className="skz-pages"
            simple
            current={pageNum}
            pageSize={pageSize}
            total={data.total}
            showSizeChanger={false}
            hideOnSinglePage
            onChange={setPage}
          />
        </>
      )}
    </>
  )
}

interface SentTableProps {
  list: Callback[]
  inUse: boolean
  /** Which is being asked for again. */
  asking: string | undefined
  onAgain(id: string): void
}

function SentTable({ list, inUse, asking, onAgain }: SentTableProps) {
  const { t } = useTranslation(['common', 'open-api'])
  const column = (
    key: 'at' | 'event' | 'no' | 'state' | 'attempts',
    width: number,
    render: (callback: Callback) => ReactNode,
  ) => ({ key, width, title: t(`open-api:callbacks.${key}`), render })
  return (
    <SmallTable
      caption={t('open-api:callbacks.caption')}
      rows={list}
      keyOf={(c) => c.id}
      columns={[
        column('at', 176, (c) => <time dateTime={c.at}>{formatInstant(c.at)}</time>),
        column('event', 180, (c) => (
          <div className="skz-state">
            {t(`open-api:callbacks.events.${c.event}`)}
            <small>
              <code>{c.event}</code>
            </small>
          </div>
        )),
        column('no', 190, (c) => c.no && <code>{c.no}</code>),
        column('state', 210, (c) => <Standing callback={c} />),
        { ...column('attempts', 110, (c) => c.attempts), end: true },
        {
          key: 'again',
          width: 130,
          title: <span className="skz-hidden">{t('open-api:callbacks.again')}</span>,
          render: (c) =>
            inUse &&
            c.state !== 'SENDING' && (
              <Button
                size="small"
                aria-label={t('open-api:callbacks.againNamed', { event: c.event, at: formatInstant(c.at) })}
                loading={asking === c.id}
                onClick={() => onAgain(c.id)}
              >
                {t('open-api:callbacks.again')}
              </Button>
            ),
        },
      ]}
    />
  )
}
