import { DownloadOutlined, FileAddOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { notarizationCalls } from '../../../contract/notarization/notarization-calls.ts'
import type { OrderPaper } from '../../../contract/notarization/order-records.ts'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant, formatSize } from '../../kit/plain/format.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { sayKey } from '../../kit/resource/words.ts'
import type { OrderShown } from './OrderTab.tsx'
import { type OrderSide, sideOf } from './sides.ts'

/** Fixes all that there is of the order, to be taken along as one file. */
function MakeRecord({ orderId, side }: { orderId: string; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  const notices = useNotices()
  const { makeRecord, resources } = sideOf[side]
  const write = useWrite(makeRecord, { refresh: [...resources], onDone: () => notices.done(t('papers.made')) })
  return (
    <p>
      <Button
        icon={<FileAddOutlined aria-hidden />}
        loading={write.isPending}
        onClick={() => write.mutate({ params: { id: orderId } })}
      >
        {t('papers.make')}
      </Button>
    </p>
  )
}

/** As it stands on the office's papers, to compare them with. */
function SealOfOffice({ officeId, name }: { officeId: string; name: string }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  const { data } = useRead(notarizationCalls.seal, { query: { officeId } })
  if (!data?.imgUrl) return null
  return (
    <figure className="skz-seal">
      <img src={link(data.imgUrl)} alt={t('papers.sealOf', { name })} />
      <figcaption className="skz-muted">{t('papers.sealOf', { name })}</figcaption>
    </figure>
  )
}

/** The papers of an order, the newest first; each can be downloaded once it is sealed, and verified anywhere. */
export function OrderPapers({ order, side }: { order: OrderShown; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  if (!order.papers.length) return null
  const title = (paper: OrderPaper) => sayKey(t, `notarization:paper.${order.orderKind}.${paper.paper}.title`)
  return (
    <section className="skz-section">
      <h2>{t('papers.title')}</h2>
      <p className="skz-muted">
        {t('papers.lead')}{' '}
        <a href="/website-show/query" target="_blank" rel="noreferrer">
          {t('papers.verify')}
        </a>
      </p>
      {order.maySay && order.papers.every(({ sha256 }) => sha256) && <MakeRecord orderId={order.id} side={side} />}
      {side === 'applicant' && order.papers.some((paper) => paper.side === 'office') && (
        <SealOfOffice officeId={order.office.id} name={order.office.fullName} />
      )}
      <SmallTable<OrderPaper>
        caption={t('papers.title')}
        rows={order.papers.toReversed()}
        keyOf={({ id }) => id}
        columns={[
          {
            key: 'paper',
            title: t('papers.paper'),
            render: (paper) => (
              <>
                {title(paper)}
                <div className="skz-muted skz-break">
                  {paper.paperNumber} · {formatInstant(paper.at)}
                  {paper.fileSize !== null && ` · ${formatSize(paper.fileSize)}`}
                </div>
              </>
            ),
          },
          {
            key: 'do',
            title: <span className="skz-hidden">{t('papers.download')}</span>,
            width: 190,
            render: (paper) =>
              paper.sha256 ? (
                <Button
                  icon={<DownloadOutlined aria-hidden />}
                  href={link(
                    pathOf(sideOf[side][paper.paper === 'record' ? 'record' : 'paper'], {
                      id: order.id,
                      paperId: paper.id,
                    }),
                  )}
                  aria-label={`${t('papers.download')} ${title(paper)}`}
                  download
                >
                  {t('papers.download')}
                </Button>
              ) : (
                <Tag>{t('papers.sealing')}</Tag>
              ),
          },
        ]}
      />
    </section>
  )
}
