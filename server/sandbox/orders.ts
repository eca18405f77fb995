import { randomBytes, randomInt } from 'node:crypto'

export interface SandboxRefund {
  number: string
  fen: number
  reason: string
  vendorNumber: string
  at: Date
  noticeUrl: string | undefined
  state: 'running' | 'done' | 'failed' | 'stuck'
}

/** An order as a vendor keeps it. */
export interface SandboxOrder {
  number: string
  /** What was asked for, whole: another under the same number is refused. */
  content: string
  subject: string
  fen: number
  expiresAt: Date
  noticeUrl: string
  returnUrl: string | undefined
  /** In the address of its cashier. */
  token: string
  vendorNumber: string
  state: 'waiting' | 'paid' | 'closed'
  paidAt?: Date
  refunds: SandboxRefund[]
}

type NewOrder = Omit<SandboxOrder, 'token' | 'vendorNumber' | 'state' | 'refunds'>

export interface OrderBook {
  /** The order of this number, opened now or earlier; `other` where an earlier one was for something else. */
  open(order: NewOrder): SandboxOrder | 'other'
  find(number: unknown): SandboxOrder | undefined
  byToken(token: string): SandboxOrder | undefined
  all(): SandboxOrder[]
  /** Whether it could be paid. */
  pay(order: SandboxOrder): boolean
  /** The refund of this number, made now or earlier; `other` for another amount under it, `too much` for more than is left. */
  refund(
    order: SandboxOrder,
    asked: Pick<SandboxRefund, 'number' | 'fen' | 'reason' | 'noticeUrl'>,
  ): { refund: SandboxRefund; isNew: boolean } | 'other' | 'too much'
}

const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** What vendors have in common: one order a number, paid once, closed for ever, and never more given back than was paid. */
export function orderBook(now: () => Date, prefix: string): OrderBook {
  const orders = new Map<string, SandboxOrder>()
  const current = (order: SandboxOrder | undefined) => {
    if (order?.state === 'waiting' && order.expiresAt <= now()) order.state = 'closed'
    return order
  }
  const find = (number: unknown) => current(typeof number === 'string' ? orders.get(number) : undefined)
  return {
    find,
    all: () => [...orders.values()],
    byToken: (token) => current([...orders.values()].find((order) => order.token === token)),
    open(order) {
      const known = find(order.number)
      if (known) return known.content === order.content ? known : 'other'
      const opened: SandboxOrder = {
        ...order,
        token: randomBytes(16).toString('hex'),
        vendorNumber: `${prefix}${digits(28 - prefix.length)}`,
        state: 'waiting',
        refunds: [],
      }
      orders.set(order.number, opened)
      return opened
    },
    pay(order) {
      if (current(order)!.state !== 'waiting') return false
      Object.assign(order, { state: 'paid', paidAt: now() })
      return true
    },
    refund(order, asked) {
      const known = order.refunds.find((one) => one.number === asked.number)
      if (known) return known.fen === asked.fen ? { refund: known, isNew: false } : 'other'
      if (asked.fen > order.fen - refundedOf(order)) return 'too much'
      const refund: SandboxRefund = { ...asked, vendorNumber: `50${digits(26)}`, at: now(), state: 'done' }
      order.refunds.push(refund)
      return { refund, isNew: true }
    },
  }
}

export const refundedOf = ({ refunds }: SandboxOrder): number =>
  refunds.filter(({ state }) => state !== 'failed').reduce((sum, { fen }) => sum + fen, 0)
