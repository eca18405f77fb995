import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { AlipayForm } from './AlipayForm.tsx'
import { AlipayWait } from './AlipayWait.tsx'
import { AttemptCard, isOpen } from './AttemptCard.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import { ConsentList } from './ConsentList.tsx'
import { paths } from './paths.ts'
import { useCertify } from './useCertify.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'

/** Who one is, as Alipay finds out: agreed to by itself, with papers always beside it. */
export function AlipayPage() {
  const { t } = useTranslation(['real-name', 'accounts'])
  const navigate = useNavigate()
  const { info, consents, error, refresh, textOf, agreed } = useCertify()
  const attempt = info?.personAttempt ?? null
  const waits = attempt?.status === 'PENDING' ? attempt.certify_id : null
  return (
    <Page
      title={t('real-name:alipay.title')}
      lead={t('real-name:alipay.lead')}
      trail={[{ title: t('real-name:person.title'), to: paths.person }]}
    >
      {error ? (
        <Failed error={error} retry={refresh} />
      ) : !info || !consents ? (
        <Loading />
      ) : (
        <div className="skz-form">
          {attempt && <AttemptCard attempt={attempt} kind="PERSONAL" onChanged={refresh} />}
          {waits ? (
            <AlipayWait key={waits} certifyId={waits} onDone={() => (refresh(), void navigate(paths.person))} />
          ) : !info.alipay ? (
            <Alert
              type="info"
              showIcon
              title={t('real-name:alipay.closed')}
              action={
                <LinkButton to={paths.person} type="primary">
                  {t('real-name:alipay.papers')}
                </LinkButton>
              }
            />
          ) : isOpen(attempt) && attempt?.status === 'REVIEWING' ? null : agreed('identityAlipay') ? (
            <AlipayForm onBegun={refresh} />
          ) : (
            <ConsentBox text={textOf('identityAlipay')!} onGiven={refresh} />
          )}
          {info.alipay && (
            <p>
              <Link to={paths.person}>{t('real-name:alipay.other')}</Link>
            </p>
          )}
          <ConsentList list={consents.list} purposes={['identityAlipay']} onWithdrawn={refresh} />
        </div>
      )}
    </Page>
  )
}
