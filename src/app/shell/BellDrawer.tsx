import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { messageCalls } from '../../../contract/messages/messages.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { type Notice, useKeptNotices } from '../../kit/refusals/notices.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { RequestId } from '../../kit/page/RequestId.tsx'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

const tones = { done: 'good', warning: 'warning', failed: 'bad' } as const
const place = '/accountSetting/messageNotification'

/** The newest messages that were not read, and everything this page said since it was opened. */
export function BellDrawer({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['common', 'messages'])
  const { bean } = useConsole()
  const { notices } = useKeptNotices()
  return (
    <Drawer open title={t('messages:bell.title')} size={360} onClose={onClose}>
      {!bean.needsTotp && (
        <>
          <h3 className="skz-drawer-head">{t('messages:bell.new')}</h3>
          <Unread onClose={onClose} />
        </>
      )}
      <h3 className="skz-drawer-head">{t('messages:bell.here')}</h3>
      {notices.length ? (
        <ol className="skz-notices">
          {notices.map((n) => (
            <Told key={n.id} notice={n} />
          ))}
        </ol>
      ) : (
        <Nothing text={t('notices.none')} />
      )}
    </Drawer>
  )
}

function Unread({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['messages'])
  const { data, error, refetch } = useRead(
    messageCalls.list,
    { body: { isRead: false, pageSize: 5 } },
    { staleTime: 0 },
  )
  useLiveRefresh(messageCalls.list, 'messages')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  return (
    <>
      {data.list.length ? (
        <ol className="skz-notices">
          {data.list.map((m) => (
            <li key={m.id}>
              <p>
                <Link to={`${place}/${m.id}`} onClick={onClose}>
                  {m.title}
                </Link>
              </p>
              <p className="skz-muted">
                <time dateTime={m.date}>{formatInstant(m.date)}</time>
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <Nothing text={t('messages:bell.none')} />
      )}
      <p>
        <Link to={place} onClick={onClose}>
          {t('messages:bell.all')}
        </Link>
      </p>
    </>
  )
}

function Told({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <li>
      <p>
        <StatusTag tone={tones[notice.tone]}>{t(`notices.tone.${notice.tone}`)}</StatusTag>{' '}
        <time dateTime={notice.at}>{formatInstant(notice.at)}</time>
      </p>
      <p>{notice.text}</p>
      {notice.requestId && (
        <p className="skz-lead">
          <RequestId id={notice.requestId} />
        </p>
      )}
    </li>
  )
}
