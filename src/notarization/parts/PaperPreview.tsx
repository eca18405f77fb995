import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { PaperPart } from '../../../contract/notarization/order-kind.ts'
import { formatMoney } from '../../../contract/kit/money.ts'
import { factsOfKind, type OrderStep, templateOf } from '../../../contract/notarization/order-kinds.ts'
import { Points } from '../../kit/page/Points.tsx'
import { sayKey } from '../../kit/resource/words.ts'
import { lastInquiry } from '../progress/last-inquiry.ts'
import { MatterRows } from './MatterRows.tsx'
import { NoticePoints } from './NoticePoints.tsx'
import type { OrderShown } from './OrderTab.tsx'

/** What the paper of a step will say, part by part, before anybody signs it. */
export function PaperPreview({ order, step }: { order: OrderShown; step: OrderStep }) {
  const { t } = useTranslation(['notarization'])
  const kind = factsOfKind(order.orderKind)
  const paper = kind.steps[step]!.paper!
  const words = `notarization:paper.${order.orderKind}.${paper}`
  const declared = templateOf(order.orderKind, order.content)?.template.declarations ?? []
  const names = { office: order.office.fullName, applicant: order.applicant.name, title: order.title }
  return (
    // Reached by the keyboard, for it scrolls.
    <section className="skz-signed" aria-label={t('sign.what')} tabIndex={0}>
      <h2>{sayKey(t, `${words}.title`)}</h2>
      <p className="skz-break">{sayKey(t, `${words}.lead`, names)}</p>
      {kind.papers[paper]!.shows.filter((part) => part !== 'declarations' || declared.length).map((part) => (
        <Fragment key={part}>
          <h3>{sayKey(t, `notarization:paper.section.${part}`)}</h3>
          <Part part={part} order={order} />
        </Fragment>
      ))}
    </section>
  )
}

/** A signed paper tells of what its applicant hands in: what an office decided, and the course, stand in others. */
function Part({ part, order }: { part: PaperPart; order: OrderShown }) {
  const { t } = useTranslation(['notarization'])
  switch (part) {
    case 'matter':
      return <MatterRows order={order} />
    case 'notice':
      return <NoticePoints kind={order.orderKind} />
    case 'evidence':
      return <Named list={order.evidence.map(({ id, name, ano }) => ({ id, name, more: ano }))} />
    case 'files':
      return (
        <Named
          list={order.files.map(({ id, part: of, fileName, sha256 }) => ({
            id,
            name: `${t(`choice.part.${of}`)}: ${fileName}`,
            more: `SHA-256 ${sha256}`,
          }))}
        />
      )
    case 'declarations':
    case 'rights':
      return <Points list={templateOf(order.orderKind, order.content)?.template[part] ?? []} />
    case 'fee':
      return <p>{order.fee === null ? t('matter.none') : formatMoney(order.fee)}</p>
    case 'inquiry':
      return <Points list={lastInquiry(order).map(({ question }) => question)} />
    default:
      return null
  }
}

function Named({ list }: { list: { id: string; name: string; more: string }[] }) {
  const { t } = useTranslation(['notarization'])
  if (!list.length) return <p className="skz-muted">{t('matter.none')}</p>
  return (
    <ul className="skz-chosen">
      {list.map(({ id, name, more }) => (
        <li key={id}>
          <span className="skz-break">{name}</span>
          <div className="skz-muted skz-break">{more}</div>
        </li>
      ))}
    </ul>
  )
}
