import type { OrderShown } from '../parts/OrderTab.tsx'

/** What the office asked last, whether or not it is answered. */
export const lastInquiry = ({ course }: Pick<OrderShown, 'course'>) =>
  course.findLast(({ inquiry }) => inquiry !== null)?.inquiry ?? []
