import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { factsOfKind, orderKindNames } from '../../contract/notarization/order-kinds.ts'
import { type JudicialOrder, orderCalls } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { StatusTag } from '../kit/page/StatusTag.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { sideOf } from './parts/sides.ts'
import { orderPath, paths, placesOf } from './paths.ts'

/** A piece of evidence with every order that names it: what offices said of it, and the way to ask one. */
export function EvidenceOrders() {
  const { id: ano = '' } = useParams()
  const { t } = useTranslation(['notarization'])
  const evidence = useRead(evidenceCalls.issuable, { body: { anos: [ano] } }, { staleTime: 0 })
  const orders = useRead(orderCalls.list, { query: { ano, pageSize: 50 } }, { staleTime: 0 })
  useLiveRefresh(orderCalls.list, 'judicialOrders')
  const error = evidence.error ?? orders.error
  const shown = evidence.data?.list[0]
  if (error || !shown || !orders.data)
    return (
      <Page title={t('ofEvidence.title')}>
        {error ? (
          <Failed error={error} retry={() => void Promise.all([evidence.refetch(), orders.refetch()])} />
        ) : (
          <Loading rows={6} />
        )}
      </Page>
    )
  return (
    <Page
      title={shown.name}
      trail={[{ title: t('ofEvidence.evidence', { ano }), to: `/attestation/${ano}` }]}
      lead={t('ofEvidence.title')}
      actions={<Ask ano={ano} isOffered={shown.issuable} />}
    >
      {shown.reason && <Alert type="info" showIcon title={shown.reason} className="skz-gap" />}
      <Card title={t('ofEvidence.orders')}>
        {orders.data.list.length ? <Orders list={orders.data.list} /> : <Nothing text={t('ofEvidence.none')} />}
      </Card>
    </Page>
  )
}

/** Kinds that name evidence. */
const asked = orderKindNames.filter((kind) => factsOfKind(kind).hasEvidence)

function Ask({ ano, isOffered }: { ano: string; isOffered: boolean }) {
  const { t } = useTranslation(['notarization'])
  const { can } = useConsole()
  if (!isOffered || !can(sideOf.applicant.right)) return null
  return (
    <>
      {asked.map((kind) => (
        <LinkButton key={kind} to={`${placesOf[kind].form}?ano=${ano}`}>
          {t(`form.${kind}.title`)}
        </LinkButton>
      ))}
      <LinkButton to={`${paths.reportForm}?ano=${ano}`}>{t('resource.preservations.add')}</LinkButton>
    </>
  )
}

function Orders({ list }: { list: readonly JudicialOrder[] }) {
  const { t } = useTranslation(['notarization'])
  return (
    <SmallTable<JudicialOrder>
      caption={t('ofEvidence.orders')}
      rows={list}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'title',
          title: t('field.title'),
          render: ({ id, title, orderKind, orderNumber }) => (
            <>
              <Link className="skz-break" to={orderPath(orderKind, id)}>
                {title}
              </Link>
              <div className="skz-muted">
                {t(`choice.orderKind.${orderKind}`)} · <span className="skz-number">{orderNumber}</span>
              </div>
            </>
          ),
        },
        {
          key: 'office',
          title: t('field.officeName'),
          render: ({ officeName, caseNumber }) => (
            <>
              <span className="skz-break">{officeName}</span>
              <div className="skz-muted">{caseNumber}</div>
            </>
          ),
        },
        {
          key: 'state',
          title: t('field.orderState'),
          render: ({ orderKind, orderState, createdAt }) => (
            <>
              <StatusTag tone={factsOfKind(orderKind).states[orderState]!.tone}>
                {t(`choice.orderState.${orderState}`)}
              </StatusTag>
              <div className="skz-muted">{formatInstant(createdAt)}</div>
            </>
          ),
        },
      ]}
    />
  )
}
