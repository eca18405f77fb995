import { lazyPart } from '../../kit/page/lazy-part.ts'
import type { OrderSide } from './sides.ts'

/** Tabs of an order's page, which load with it. */
export const tabsOfSide = (side: OrderSide) =>
  (
    [
      ['matter', 'Matter'],
      ['evidence', 'Evidence'],
      ['files', 'Files'],
      ['messages', 'Messages'],
      ['course', 'Progress'],
      ['custody', 'Custody'],
    ] as const
  ).map(([name, part]) => ({
    name,
    part: lazyPart(async () => (await import('./order-tabs.tsx')).orderTabs[side][part]),
  }))
