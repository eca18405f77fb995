import type { KindView } from '../../evidence/parts/kind-view.ts'
import { DepositFacts } from './DepositFacts.tsx'

/** What was handed over has no address and took no time of a browser's. */
export const depositView: Omit<KindView, 'kind'> = {
  summary: [
    'category',
    'ano',
    'status',
    'ownerName',
    'operator',
    'label',
    'statementSha256',
    'date',
    'sealedAt',
    'tags',
    'remark',
  ],
  tabs: [{ name: 'deposit', show: DepositFacts }],
}
