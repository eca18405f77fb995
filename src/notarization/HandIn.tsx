import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate, useParams } from 'react-router'
import { factsOfKind, partsNeeded } from '../../contract/notarization/order-kinds.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { OrderFiles } from './parts/OrderFiles.tsx'
import { type OrderShown, OrderTab } from './parts/OrderTab.tsx'
import { orderPath, paths, placesOf } from './paths.ts'

const SignStep = lazyDialog(async () => (await import('./parts/SignStep.tsx')).SignStep)

/** The last page before an order is handed in: its files, then the signature. */
export function HandIn() {
  const { t } = useTranslation(['notarization'])
  const { orderId } = useParams()
  if (!orderId) return <Navigate to={placesOf.notarization.begin} replace />
  return (
    <Page title={t('handIn.title')} lead={t('handIn.lead')}>
      <OrderTab side="applicant" id={orderId}>
        {(order) => <FilesAndSignature order={order} />}
      </OrderTab>
    </Page>
  )
}

function FilesAndSignature({ order }: { order: OrderShown }) {
  const { t } = useTranslation(['notarization'])
  const navigate = useNavigate()
  const [isSigning, setSigning] = useState(false)
  const { steps } = factsOfKind(order.orderKind)
  const step = order.steps.find((name) => steps[name]!.handsIn)
  if (!step)
    return (
      <Navigate to={isSigning ? `${paths.handedIn}?order=${order.id}` : orderPath(order.orderKind, order.id)} replace />
    )
  const missing = partsNeeded(order.orderKind, step, order.content).filter(
    (part) => !order.files.some((file) => file.part === part),
  )
  return (
    <>
      <OrderFiles order={order} side="applicant" />
      <div className="skz-form-foot">
        <span role="status">
          {missing.length > 0 &&
            t('handIn.missing', { parts: missing.map((part) => t(`choice.part.${part}`)).join(t('handIn.and')) })}
        </span>
        <LinkButton size="large" to={orderPath(order.orderKind, order.id)}>
          {t('handIn.later')}
        </LinkButton>
        <Button type="primary" size="large" disabled={missing.length > 0} onClick={() => setSigning(true)}>
          {t('handIn.sign')}
        </Button>
      </div>
      <Suspense fallback={null}>
        {isSigning && (
          <SignStep
            row={order}
            step={step}
            onDone={() => void navigate(`${paths.handedIn}?order=${order.id}`)}
            onClose={() => setSigning(false)}
          />
        )}
      </Suspense>
    </>
  )
}
