import { PrinterOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router'
import type { OrderInfo } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Nothing } from '../kit/page/Panels.tsx'
import { OrderTab } from './parts/OrderTab.tsx'
import { orderPath, paths } from './paths.ts'

/** A slip to print for an order whose originals go to the office: what to bring, its number, and where to. */
export function BringOriginals() {
  const { t } = useTranslation(['common', 'notarization'])
  const [params] = useSearchParams()
  const id = params.get('order')
  return (
    <Page
      title={t('notarization:originals.title')}
      lead={t('notarization:originals.lead')}
      trail={[{ title: t('notarization:resource.judicialOrders.title'), to: paths.all }]}
      actions={
        <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
          {t('show.print')}
        </Button>
      }
    >
      {id ? (
        <OrderTab side="applicant" id={id}>
          {(order) => <Slip order={order as OrderInfo} />}
        </OrderTab>
      ) : (
        <Nothing text={t('notarization:originals.none')}>
          <LinkButton to={paths.all}>{t('notarization:resource.judicialOrders.title')}</LinkButton>
        </Nothing>
      )}
    </Page>
  )
}

function Slip({ order }: { order: OrderInfo }) {
  const { t } = useTranslation(['notarization'])
  const { office, files, orderNumber, caseNumber, title, orderKind } = order
  const handedIn = files.filter(({ side, isKept }) => side === 'applicant' && isKept)
  return (
    <>
      {!order.submittedAt && (
        <Alert
          type="info"
          showIcon
          className="skz-gap"
          title={
            <>
              {t('originals.draft')} <Link to={orderPath(orderKind, order.id)}>{title}</Link>
            </>
          }
        />
      )}
      <Card title={t('originals.where')}>
        <p className="skz-break">
          <strong>{office.fullName}</strong>
          <br />
          {office.address}
          <br />
          {[office.phone, office.hours].filter(Boolean).join(' · ')}
        </p>
      </Card>
      <Card title={t('originals.number')}>
        <p className="skz-sum skz-number">{orderNumber}</p>
        <p className="skz-break">{[title, caseNumber].filter(Boolean).join(' · ')}</p>
      </Card>
      <Card title={t('originals.bring')}>
        <ul className="skz-points">
          {handedIn.map(({ id, part, fileName }) => (
            <li key={id} className="skz-break">
              {t(`choice.part.${part}`)}: {fileName}
            </li>
          ))}
          <li>{t('originals.proof')}</li>
        </ul>
      </Card>
    </>
  )
}
