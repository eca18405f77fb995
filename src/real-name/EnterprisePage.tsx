import { Alert } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertifyInfo } from '../../contract/real-name/certify.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { AttemptCard, isOpen } from './AttemptCard.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import { ConsentList } from './ConsentList.tsx'
import { EnterpriseForm } from './EnterpriseForm.tsx'
import { KnownCard } from './KnownCard.tsx'
import { paths } from './paths.ts'
import { useCertify } from './useCertify.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'

function Known({ enterprise, onAgain }: { enterprise: NonNullable<CertifyInfo['enterprise']>; onAgain?: () => void }) {
  const { t } = useTranslation(['real-name'])
  const lines = [
    [t('real-name:field.company'), enterprise.name],
    [t('real-name:field.uscc'), enterprise.uscc],
    [t('real-name:field.way'), t(`real-name:choice.way.${enterprise.way}`)],
    [t('real-name:field.passedAt'), formatInstant(enterprise.passedAt)],
  ] as const
  return <KnownCard of="enterprise" lines={lines} {...(onAgain ? { onAgain } : {})} />
}

/** Which enterprise the account is; takes a person who is known. */
export function EnterprisePage() {
  const { t } = useTranslation(['real-name', 'accounts'])
  const { bean } = useConsole()
  const { info, consents, error, refresh, textOf, agreed } = useCertify()
  const [again, setAgain] = useState(false)
  const asking = info && !isOpen(info.enterpriseAttempt) && (!info.enterprise || again)
  return (
    <Page title={t('real-name:enterprise.title')} lead={t('real-name:enterprise.lead')}>
      {error ? (
        <Failed error={error} retry={refresh} />
      ) : !info || !consents ? (
        <Loading />
      ) : bean.accountKind !== 'enterprise' ? (
        <Alert type="info" showIcon title={t('real-name:enterprise.personal')} />
      ) : (
        <div className="skz-form">
          {info.enterpriseAttempt && (
            <AttemptCard attempt={info.enterpriseAttempt} kind="ENTERPRISE" onChanged={refresh} />
          )}
          {info.enterprise && (
            <Known
              enterprise={info.enterprise}
              {...(!again && !isOpen(info.enterpriseAttempt) ? { onAgain: () => setAgain(true) } : {})}
            />
          )}
          {asking &&
            (!info.person ? (
              <Alert
                type="warning"
                showIcon
                title={t('real-name:enterprise.personFirst')}
                action={
                  <LinkButton to={paths.person} type="primary">
                    {t('real-name:begin')}
                  </LinkButton>
                }
              />
            ) : agreed('enterprise') ? (
              <EnterpriseForm me={info.person.name} onDone={() => (setAgain(false), refresh())} />
            ) : (
              <ConsentBox text={textOf('enterprise')!} onGiven={refresh} />
            ))}
          <ConsentList list={consents.list} purposes={['enterprise']} onWithdrawn={refresh} />
        </div>
      )}
    </Page>
  )
}
