import { WalletOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { BillLine, BillPurpose, walletCalls } from '../../contract/payments/wallet.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { bought } from './parts/product-colours.ts'
import { paths } from './paths.ts'
import { defineResource } from '../kit/resource/resource.ts'

/** Where that stands which a line paid for, or was paid by. */
function placeOf({ subjectKind, subjectId, subjectNumber }: BillLine): string | undefined {
  if (subjectKind === 'evidence') return `/attestation/${subjectNumber}`
  if (subjectKind === 'package' && subjectId) return paths.package(subjectId)
  if (subjectKind === 'judicial-order' && subjectId) return `/judicialEvidence/order/${subjectId}`
  return subjectKind === 'pay-order' && subjectId ? paths.pay(subjectId) : undefined
}

/** What the account was paid and spent, beneath what it has. */
export default defineResource<BillLine>({
  name: 'bill',
  words: 'payments',
  schema: BillLine,
  title: 'purpose',
  endpoints: { list: walletCalls.bill },
  routes: { list: paths.costs },
  access: 'money.read',
  menu: { icon: <WalletOutlined />, group: 'money', order: 55 },
  above: lazyPart(async () => (await import('./Balance.tsx')).Balance),
  live: 'wallet',
  fields: {
    at: { kind: 'instant', sortable: true, width: 176 },
    purpose: {
      kind: 'choice',
      width: 112,
      values: BillPurpose.options,
      tones: { credit: 'good', gift: 'good', refund: 'good', correction: 'warning' },
    },
    amount: { kind: 'money', width: 126 },
    isPromotional: { kind: 'flag', width: 90 },
    balanceAfter: { kind: 'money', width: 134 },
    product: { kind: 'choice', width: 146, values: bought },
    subjectNumber: {
      kind: 'text',
      width: 200,
      cell: (line) => {
        const to = placeOf(line)
        return to ? <Link to={to}>{line.subjectNumber}</Link> : <span className="skz-none">-</span>
      },
    },
    personName: { kind: 'text', width: 140 },
    reason: { kind: 'text' },
    number: { kind: 'number', width: 90 },
  },
  columns: ['at', 'purpose', 'amount', 'balanceAfter', 'product', 'subjectNumber', 'reason'],
  card: ['amount', 'balanceAfter', 'subjectNumber', 'at'],
  filters: {
    keyWord: { kind: 'keyword' },
    purpose: { kind: 'choice', values: BillPurpose.options, words: 'choice.purpose' },
    at: { kind: 'days' },
  },
  defaultSort: '-at',
  actions: [],
})
