import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { pathOf } from '../../../contract/kit/call.ts'
import type { OrderEvidence as OrderEvidenceRow } from '../../../contract/notarization/order-records.ts'
import { isSettled } from '../../../contract/notarization/order-kinds.ts'
import { officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import type { OrderShown } from './OrderTab.tsx'
import type { OrderSide } from './sides.ts'

const LookAtEvidence = lazyDialog(async () => (await import('../office/LookAtEvidence.tsx')).LookAtEvidence)

/**
 * What the order names, with the digest it is held to. Owners open it here; offices take it whole, with the means to verify it, for as long as the
 * order runs.
 */
export function OrderEvidence({ order, side }: { order: OrderShown; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  const [looking, setLooking] = useState<string>()
  const isTaken = side === 'office' && !isSettled(order.orderKind, order.orderState)
  if (!order.evidence.length) return <p className="skz-muted">{t('evidence.none')}</p>
  return (
    <>
      <SmallTable<OrderEvidenceRow>
        caption={t('evidence.caption')}
        rows={order.evidence}
        keyOf={({ ano }) => ano}
        columns={[
          {
            key: 'name',
            title: t('tab.evidence'),
            render: ({ name, ano, statementSha256 }) => (
              <>
                {side === 'applicant' ? (
                  <Link to={`/attestation/${ano}`}>{name}</Link>
                ) : !isTaken ? (
                  name
                ) : (
                  <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => setLooking(ano)}>
                    {name}
                  </Button>
                )}
                <div className="skz-muted skz-number">{ano}</div>
                {statementSha256 && <CopyText text={statementSha256} shorten="line" label={t('evidence.statement')} />}
              </>
            ),
          },
          ...(isTaken
            ? [
                {
                  key: 'package',
                  title: <span className="skz-hidden">{t('evidence.package')}</span>,
                  width: 190,
                  render: ({ ano }: OrderEvidenceRow) => (
                    <Button
                      icon={<DownloadOutlined aria-hidden />}
                      href={link(pathOf(officeOrderCalls.package, { id: order.id, ano }))}
                      download
                    >
                      {t('evidence.package')}
                    </Button>
                  ),
                },
              ]
            : []),
        ]}
      />
      <Suspense fallback={null}>
        {looking && <LookAtEvidence orderId={order.id} ano={looking} onClose={() => setLooking(undefined)} />}
      </Suspense>
    </>
  )
}
