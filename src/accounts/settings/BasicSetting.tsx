import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { settingsCalls } from '../../../contract/accounts/settings.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { IdentityCard } from '../../real-name/parts/IdentityCard.tsx'
import { MailCard } from './MailCard.tsx'
import { ProfileCard } from './ProfileCard.tsx'
import { SessionsCard } from './SessionsCard.tsx'
import { SignInCard } from './SignInCard.tsx'
import { ThirdCard } from './ThirdCard.tsx'

/** One's own name, how one signs in, and where one is signed in; `children` are the cards of domains above. */
export function BasicSetting({ children }: { children: ReactNode }) {
  const { t } = useTranslation(['accounts'])
  const { bean, renewBean } = useConsole()
  const queries = useQueryClient()
  const { data: profile, error, refetch } = useRead(settingsCalls.profile, {})
  const changed = async () => {
    await Promise.all([
      refetch(),
      renewBean(),
      queries.invalidateQueries({ queryKey: ['call', settingsCalls.sessions.path] }),
    ])
  }
  return (
    <Page title={t('accounts:settings.title')} lead={t('accounts:settings.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !profile ? (
        <Loading />
      ) : (
        <>
          {!bean.needsTotp && <ProfileCard profile={profile} onDone={changed} />}
          {!bean.needsTotp && profile.mail && <MailCard masked={profile.mail.masked} onDone={changed} />}
          {!bean.needsTotp && <IdentityCard />}
          <SignInCard profile={profile} onDone={changed} />
          {!bean.needsTotp && profile.thirdAccounts.length > 0 && <ThirdCard profile={profile} onDone={changed} />}
          {!bean.needsTotp && <SessionsCard />}
          {!bean.needsTotp && children}
        </>
      )}
    </Page>
  )
}
