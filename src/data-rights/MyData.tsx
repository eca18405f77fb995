import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { certifyCalls } from '../../contract/real-name/certify.ts'
import { Card } from '../kit/page/Card.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { Asked } from './Asked.tsx'
import { CopyCard } from './CopyCard.tsx'
import { paths } from './paths.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'

const ShowIdentity = lazyDialog(async () => (await import('./ShowIdentity.tsx')).ShowIdentity)

/** What one may ask for about one's own data: to see, to take along, to correct, to have erased (PIPL 44-47). */
export function MyData() {
  const { t } = useTranslation(['data-rights', 'accounts'])
  const { bean } = useConsole()
  return (
    <Page title={t('data-rights:page.title')} lead={t('data-rights:page.lead')}>
      <div className="skz-form">
        {bean.closingAt && <Asked closingAt={bean.closingAt} />}
        <CopyCard />
        <IdentityCard />
        <CorrectCard />
        {!bean.closingAt && (
          <Card title={t('data-rights:close.title')}>
            <p>
              {t('data-rights:close.card')} {t('data-rights:close.lead')}
            </p>
            <LinkButton to={paths.close} danger>
              {t('data-rights:close.go')}
            </LinkButton>
          </Card>
        )}
      </div>
    </Page>
  )
}

function IdentityCard() {
  const { t } = useTranslation(['data-rights'])
  const [open, setOpen] = useState(false)
  const { data, error, refetch } = useRead(certifyCalls.info, {})
  return (
    <Card
      title={t('data-rights:identity.title')}
      extra={data?.person && <Button onClick={() => setOpen(true)}>{t('data-rights:identity.show')}</Button>}
    >
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={2} />
      ) : data.person ? (
        <>
          <p className="skz-lead">{t('data-rights:identity.lead')}</p>
          <dl className="skz-settings">
            <div>
              <dt>{t('data-rights:identity.name')}</dt>
              <dd>{data.person.name}</dd>
            </div>
            <div>
              <dt>{t('data-rights:identity.number')}</dt>
              <dd className="skz-number">{data.person.idcard}</dd>
            </div>
          </dl>
        </>
      ) : (
        <p>{t('data-rights:identity.none')}</p>
      )}
      <Suspense fallback={null}>{open && <ShowIdentity onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  )
}

function CorrectCard() {
  const { t } = useTranslation(['data-rights'])
  const places = [
    ['profile', paths.settings, 'settings'],
    ['phone', paths.settings, 'settings'],
    ['mail', paths.settings, 'settings'],
    ['identity', paths.person, 'verify'],
  ] as const
  return (
    <Card title={t('data-rights:correct.title')}>
      <p className="skz-lead">{t('data-rights:correct.lead')}</p>
      <ul className="skz-sessions">
        {places.map(([what, to, where]) => (
          <li key={what}>
            <span>{t(`data-rights:correct.${what}`)}</span>
            <LinkButton
              to={to}
              aria-label={`${t(`data-rights:correct.${where}`)}: ${t(`data-rights:correct.${what}`)}`}
            >
              {t(`data-rights:correct.${where}`)}
            </LinkButton>
          </li>
        ))}
      </ul>
      <p className="skz-lead">{t('data-rights:correct.other')}</p>
    </Card>
  )
}
