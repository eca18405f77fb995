import { LinkOutlined } from '@ant-design/icons'
import { anchorCalls, AnchorState, ChainAnchor, chainTroubles } from '../../../contract/trust/anchors.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { WhyNot } from './WhyNot.tsx'

const right = 'operator.jobs'

/** Checkpoints of the log on their way to chains, and those that arrived. */
export default defineResource<ChainAnchor>({
  name: 'anchors',
  words: 'operator',
  schema: ChainAnchor,
  title: 'size',
  endpoints: { list: anchorCalls.list, one: { call: anchorCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('anchor'),
  access: right,
  menu: { icon: <LinkOutlined />, group: 'trust', order: 885 },
  above: lazyPart(async () => (await import('./ChainsPanel.tsx')).ChainsPanel),
  fields: {
    size: { kind: 'number', width: 130 },
    chain: { kind: 'text', width: 150 },
    chainId: { kind: 'number', width: 110 },
    shardId: { kind: 'number', width: 90 },
    anchorState: {
      kind: 'choice',
      width: 120,
      values: AnchorState.options,
      tones: { waiting: 'neutral', sent: 'active', seen: 'active', confirmed: 'good', failed: 'bad', orphaned: 'bad' },
    },
    // A sentence, which must be able to break.
    reason: { kind: 'choice', values: chainTroubles, cell: ({ reason }) => <WhyNot reason={reason} /> },
    height: { kind: 'number', width: 120 },
    transactions: { kind: 'number', width: 130 },
    hash: { kind: 'hash', width: 190 },
    digest: { kind: 'hash', width: 190 },
    blockHash: { kind: 'hash', width: 190 },
    explorerUrl: { kind: 'url' },
    blockTime: { kind: 'instant', width: 176 },
    begunAt: { kind: 'instant', width: 176 },
    confirmedAt: { kind: 'instant', width: 176 },
    orphanedAt: { kind: 'instant', width: 176 },
  },
  columns: ['size', 'chain', 'anchorState', 'reason', 'height', 'hash', 'begunAt', 'confirmedAt'],
  card: ['chain', 'anchorState', 'reason', 'height', 'begunAt'],
  filters: { anchorState: { kind: 'choice', values: AnchorState.options, words: 'choice.anchorState' } },
  defaultSort: '-begunAt',
  actions: [
    {
      name: 'tryAgain',
      right,
      scope: 'row',
      confirm: true,
      allowed: (a) => a.retriable,
      run: { send: 'each', call: anchorCalls.retry, request: ({ id }) => ({ params: { id } }) },
    },
  ],
})
