import { Result, Steps } from 'antd'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { type OrderShown, OrderTab } from './parts/OrderTab.tsx'
import { orderPath, paths } from './paths.ts'

/** What comes next, of a notarization that was handed in. */
export function HandedIn() {
  const { t } = useTranslation(['notarization'])
  const [params] = useSearchParams()
  const id = params.get('order')
  if (!id) return <Navigate to={paths.notarizations} replace />
  return (
    <Page title={t('success.title')}>
      <OrderTab side="applicant" id={id}>
        {(order) => <Next order={order} />}
      </OrderTab>
    </Page>
  )
}

const nextSteps = ['accept', 'inquire', 'inform', 'issue'] as const

function Next({ order: { id, orderKind, orderNumber, office, title } }: { order: OrderShown }) {
  const { t } = useTranslation(['notarization'])
  return (
    <>
      <Card>
        <Result
          status="success"
          title={t('success.lead', { office: office.fullName })}
          subTitle={
            <span className="skz-break">
              {title} · {t('success.number')} <span className="skz-number">{orderNumber}</span>
            </span>
          }
          extra={
            <div className="skz-success-actions">
              <LinkButton type="primary" to={orderPath(orderKind, id)}>
                {t('success.open')}
              </LinkButton>
              <LinkButton to={`${paths.originals}?order=${id}`}>{t('originals.open')}</LinkButton>
            </div>
          }
        />
      </Card>
      <Card title={t('success.next')}>
        <Steps
          orientation="vertical"
          size="small"
          current={0}
          items={nextSteps.map((step) => ({ title: t(`success.steps.${step}`) }))}
        />
      </Card>
    </>
  )
}
