import { Alert, Button } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '../../../contract/accounts/settings.ts'
import { Card } from '../../kit/page/Card.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'

const PasswordDialog = lazyDialog(async () => (await import('./PasswordDialog.tsx')).PasswordDialog)
const PhoneDialog = lazyDialog(async () => (await import('./PhoneDialog.tsx')).PhoneDialog)
const TotpSetUp = lazyDialog(async () => (await import('./TotpSetUp.tsx')).TotpSetUp)
const TotpChange = lazyDialog(async () => (await import('./TotpChange.tsx')).TotpChange)

type Opened = 'password' | 'phone' | 'set-up' | 'off' | 'codes'
/** Time to make new ones. */
const fewCodes = 3

/** How one signs in, and what can be changed about it. */
export function SignInCard({ profile, onDone }: { profile: Profile; onDone(): Promise<void> }) {
  const { t } = useTranslation(['accounts'])
  const [opened, setOpened] = useState<Opened>()
  const { on, since, recoveryCodes: left, required } = profile.totp
  const close = () => setOpened(undefined)
  const done = () => {
    close()
    void onDone()
  }
  const all = { profile, onClose: close, onDone: done }
  const change = (what: Opened, label: string) => (
    <Button aria-label={`${t('accounts:settings.change')} ${label}`} onClick={() => setOpened(what)}>
      {t('accounts:settings.change')}
    </Button>
  )
  return (
    <Card title={t('accounts:settings.signIn.title')}>
      {required && !on && (
        <Alert className="skz-alert" type="warning" showIcon title={t('accounts:settings.signIn.totpRequired')} />
      )}
      <dl className="skz-settings">
        <Row
          title={t('accounts:settings.signIn.phone')}
          value={<span className="skz-number">{profile.phoneMasked}</span>}
          acts={change('phone', t('accounts:settings.signIn.phone'))}
        />
        <Row
          title={t('accounts:settings.signIn.password')}
          value={t(
            profile.hasPassword ? 'accounts:settings.signIn.passwordSet' : 'accounts:settings.signIn.passwordUnset',
          )}
          acts={
            profile.hasPassword ? (
              change('password', t('accounts:settings.signIn.password'))
            ) : (
              <Button href="/resetPassword">{t('accounts:settings.signIn.passwordFirst')}</Button>
            )
          }
        />
        <Row
          title={t('accounts:settings.signIn.totp')}
          value={
            on ? (
              <>
                {t('accounts:settings.signIn.totpOn', { since: formatInstant(since), left })}
                {left <= fewCodes && <Alert type="warning" showIcon title={t('accounts:settings.signIn.fewCodes')} />}
              </>
            ) : (
              t('accounts:settings.signIn.totpOff')
            )
          }
          acts={
            on ? (
              <>
                <Button onClick={() => setOpened('codes')}>{t('accounts:settings.totp.codes')}</Button>
                <Button danger onClick={() => setOpened('off')}>
                  {t('accounts:settings.totp.turnOff')}
                </Button>
              </>
            ) : (
              <Button type="primary" onClick={() => setOpened('set-up')}>
                {t('accounts:settings.totp.turnOn')}
              </Button>
            )
          }
        />
      </dl>
      <Suspense fallback={null}>
        {opened === 'password' && <PasswordDialog onClose={close} onDone={done} />}
        {opened === 'phone' && <PhoneDialog {...all} />}
        {opened === 'set-up' && <TotpSetUp {...all} />}
        {(opened === 'off' || opened === 'codes') && <TotpChange what={opened} {...all} />}
      </Suspense>
    </Card>
  )
}

function Row({ title, value, acts }: { title: string; value: ReactNode; acts: ReactNode }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
      <dd className="skz-row">{acts}</dd>
    </div>
  )
}
