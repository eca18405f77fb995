import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LiveSession, settingsCalls } from '../../../contract/accounts/settings.ts'
import { Card } from '../../kit/page/Card.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'

const Elsewhere = lazyDialog(async () => (await import('./Elsewhere.tsx')).Elsewhere)

/** Where one is signed in, and the way to end what one does not know. */
export function SessionsCard() {
  const { t } = useTranslation(['common', 'accounts'])
  const { modal } = App.useApp()
  const notices = useNotices()
  const { data, error, refetch } = useRead(settingsCalls.sessions, {})
  const endOthers = useWrite(settingsCalls.endOtherSessions, {
    onDone: ({ ended }) => (
      notices.done(t('accounts:settings.sessions.endedOthers', { count: ended })),
      void refetch()
    ),
  })
  const confirm = () =>
    void modal.confirm({
      title: t('accounts:settings.sessions.endOthers'),
      content: t('accounts:settings.sessions.confirm'),
      okText: t('accounts:settings.sessions.endOthers'),
      cancelText: t('cancel'),
      okButtonProps: { danger: true },
      onOk: () => endOthers.mutateAsync({}).catch(() => {}),
    })
  const sessions = data?.list ?? []
  const [elsewhere, setElsewhere] = useState(false)
  return (
    <Card
      title={t('accounts:settings.sessions.title')}
      extra={
        sessions.length > 1 && (
          <Button danger onClick={confirm}>
            {t('accounts:settings.sessions.endOthers')}
          </Button>
        )
      }
    >
      <p className="skz-lead">{t('accounts:settings.sessions.lead')}</p>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <ul className="skz-sessions" aria-label={t('accounts:settings.sessions.title')}>
          {sessions.map((s) => (
            <Session key={s.id} session={s} onEnded={() => void refetch()} />
          ))}
        </ul>
      ) : (
        <Loading rows={2} />
      )}
      <Button onClick={() => setElsewhere(true)}>{t('accounts:settings.elsewhere.open')}</Button>
      <Suspense fallback={null}>
        {elsewhere && <Elsewhere onClose={() => (setElsewhere(false), void refetch())} />}
      </Suspense>
    </Card>
  )
}

function Session({ session, onEnded }: { session: LiveSession; onEnded(): void }) {
  const { t } = useTranslation(['accounts'])
  const notices = useNotices()
  const {
    device: { browser, system, kind },
    ip,
    beganAt,
    usedAt,
    current,
  } = session
  const name = [browser, system].filter(Boolean).join(' · ') || t('accounts:settings.sessions.unknown')
  const end = useWrite(settingsCalls.endSession, {
    onDone: () => (notices.done(t('accounts:settings.sessions.ended')), onEnded()),
  })
  return (
    <li>
      <div>
        <strong>{name}</strong> {t(`accounts:settings.sessions.kind.${kind}`)}{' '}
        {current && <StatusTag tone="good">{t('accounts:settings.sessions.current')}</StatusTag>}
        <dl>
          <div>
            <dt>{t('accounts:settings.sessions.ip')}</dt>
            <dd>{ip}</dd>
          </div>
          <div>
            <dt>{t('accounts:settings.sessions.began')}</dt>
            <dd>{formatInstant(beganAt)}</dd>
          </div>
          <div>
            <dt>{t('accounts:settings.sessions.used')}</dt>
            <dd>{formatInstant(usedAt)}</dd>
          </div>
        </dl>
      </div>
      {!current && (
        <Button
          loading={end.isPending}
          aria-label={t('accounts:settings.sessions.endNamed', { device: `${name} ${formatInstant(beganAt)}` })}
          onClick={() => end.mutate({ params: { id: session.id } })}
        >
          {t('accounts:settings.sessions.end')}
        </Button>
      )}
    </li>
  )
}
