import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Provider } from '../../../contract/accounts/third-provider.ts'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { Card } from '../../kit/page/Card.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'

const ThirdDialog = lazyDialog(async () => (await import('./ThirdDialog.tsx')).ThirdDialog)

/** WeChat and Alipay: which are bound, since when, and what can be done about it. */
export function ThirdCard({ profile, onDone }: { profile: Profile; onDone(): Promise<void> }) {
  const { t } = useTranslation(['accounts'])
  const [opened, setOpened] = useState<{ what: 'bind' | 'rebind' | 'unbind'; provider: Provider }>()
  const close = () => setOpened(undefined)
  const act = (what: 'bind' | 'rebind' | 'unbind', provider: Provider) => (
    <Button
      danger={what === 'unbind'}
      aria-label={`${t(`accounts:settings.third.${what}`)} ${t(`accounts:settings.third.${provider}`)}`}
      onClick={() => setOpened({ what, provider })}
    >
      {t(`accounts:settings.third.${what}`)}
    </Button>
  )
  return (
    <Card title={t('accounts:settings.third.title')}>
      <p className="skz-lead">{t('accounts:settings.third.lead')}</p>
      <dl className="skz-settings">
        {profile.thirdAccounts.map(({ provider, open, boundAt }) => (
          <div key={provider}>
            <dt>{t(`accounts:settings.third.${provider}`)}</dt>
            <dd>
              {boundAt
                ? t('accounts:settings.third.since', { at: formatInstant(boundAt) })
                : t('accounts:settings.third.none')}
              {!open && ` · ${t('accounts:settings.third.closed')}`}
            </dd>
            <dd className="skz-row">
              {open && act(boundAt ? 'rebind' : 'bind', provider)}
              {boundAt && act('unbind', provider)}
            </dd>
          </div>
        ))}
      </dl>
      <Suspense fallback={null}>
        {opened && (
          <ThirdDialog {...opened} profile={profile} onClose={close} onDone={() => (close(), void onDone())} />
        )}
      </Suspense>
    </Card>
  )
}
