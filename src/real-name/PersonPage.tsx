import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CertifyInfo } from '../../contract/real-name/certify.ts'
import { Card } from '../kit/page/Card.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { AttemptCard, isOpen } from './AttemptCard.tsx'
import { ConsentBox } from './ConsentBox.tsx'
import { ConsentList } from './ConsentList.tsx'
import { PapersForm } from './PapersForm.tsx'
import { KnownCard } from './KnownCard.tsx'
import { paths } from './paths.ts'
import { useCertify } from './useCertify.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'

function Known({ person, onAgain }: { person: NonNullable<CertifyInfo['person']>; onAgain?: () => void }) {
  const { t } = useTranslation(['real-name'])
  const lines = [
    [t('real-name:field.name'), person.name],
    [t('real-name:field.idcard'), person.idcard],
    [t('real-name:field.birthday'), person.birthday],
    [t('real-name:field.gender'), t(`real-name:gender.${person.gender}`)],
    [t('real-name:field.way'), t(`real-name:choice.way.${person.way}`)],
    [t('real-name:field.passedAt'), formatInstant(person.passedAt)],
  ] as const
  return <KnownCard of="person" lines={lines} {...(onAgain ? { onAgain } : {})} />
}

/** Who one is: what is known, how an attempt stands, and the papers of a new one. */
export function PersonPage() {
  const { t } = useTranslation(['real-name', 'accounts'])
  const { info, consents, error, refresh, textOf, agreed } = useCertify()
  const [again, setAgain] = useState(false)
  const asking = info && !isOpen(info.personAttempt) && (!info.person || again)
  return (
    <Page title={t('real-name:person.title')} lead={t('real-name:person.lead')}>
      {error ? (
        <Failed error={error} retry={refresh} />
      ) : !info || !consents ? (
        <Loading />
      ) : (
        <div className="skz-form">
          {info.personAttempt && <AttemptCard attempt={info.personAttempt} kind="PERSONAL" onChanged={refresh} />}
          {info.person && (
            <Known
              person={info.person}
              {...(!again && !isOpen(info.personAttempt) ? { onAgain: () => setAgain(true) } : {})}
            />
          )}
          {asking && info.alipay && (
            <Card title={t('real-name:alipay.title')}>
              <p>{t('real-name:alipay.offer')}</p>
              <LinkButton to={paths.alipay}>{t('real-name:alipay.begin')}</LinkButton>
            </Card>
          )}
          {asking &&
            (agreed('identity') ? (
              <>
                {info.ocr && !agreed('identityOcr') && <ConsentBox text={textOf('identityOcr')!} onGiven={refresh} />}
                <PapersForm onDone={() => (setAgain(false), refresh())} />
              </>
            ) : (
              <ConsentBox text={textOf('identity')!} onGiven={refresh} />
            ))}
          <ConsentList
            list={consents.list}
            purposes={['identity', 'identityOcr', 'identityAlipay']}
            onWithdrawn={refresh}
          />
        </div>
      )}
    </Page>
  )
}
