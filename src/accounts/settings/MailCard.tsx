import { App, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mailCalls } from '../../../contract/accounts/mail.ts'
import { Card } from '../../kit/page/Card.tsx'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'

const MailDialog = lazyDialog(async () => (await import('./MailDialog.tsx')).MailDialog)

/** Where messages go besides the phone; only where the platform sends mail. */
export function MailCard({ masked, onDone }: { masked: string | null; onDone(): Promise<void> }) {
  const { t } = useTranslation(['common', 'accounts'])
  const { modal } = App.useApp()
  const notices = useNotices()
  const [open, setOpen] = useState(false)
  const remove = useWrite(mailCalls.remove, {
    onDone: () => (notices.done(t('accounts:settings.mail.removed')), void onDone()),
  })
  const confirm = () =>
    void modal.confirm({
      title: t('accounts:settings.mail.remove'),
      content: t('accounts:settings.mail.confirm'),
      okText: t('accounts:settings.mail.remove'),
      cancelText: t('cancel'),
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync({}).catch(() => {}),
    })
  return (
    <Card title={t('accounts:settings.mail.title')}>
      <p className="skz-lead">{t('accounts:settings.mail.lead')}</p>
      <dl className="skz-settings">
        <div>
          <dt>{t('accounts:settings.mail.new')}</dt>
          <dd>{masked ?? t('accounts:settings.mail.none')}</dd>
          <dd className="skz-row">
            <Button onClick={() => setOpen(true)}>
              {t(masked ? 'accounts:settings.mail.change' : 'accounts:settings.mail.add')}
            </Button>
            {masked && (
              <Button danger onClick={confirm}>
                {t('accounts:settings.mail.remove')}
              </Button>
            )}
          </dd>
        </div>
      </dl>
      <Suspense fallback={null}>
        {open && <MailDialog onClose={() => setOpen(false)} onDone={() => (setOpen(false), void onDone())} />}
      </Suspense>
    </Card>
  )
}
