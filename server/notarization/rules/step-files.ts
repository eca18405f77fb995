import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import type { FilesMoved } from '../orders/files.repo.ts'

/** A step hands over its own files alone. Those on which another person has yet to decide are shown by that person's step. */
export function filesMoved(kind: OrderKind, name: string): FilesMoved | undefined {
  const { steps } = factsOfKind(kind)
  const { by, notBy } = steps[name]!
  if (by === 'system') return undefined
  return {
    side: by,
    keeps: partsOf(kind, name),
    isShown: !Object.values(steps).some((step) => step.notBy === name),
    issues: notBy ? partsOf(kind, notBy) : [],
  }
}

const partsOf = (kind: OrderKind, name: string): string[] => {
  const { newParts = [], hands = [] } = factsOfKind(kind).steps[name]!
  return [...newParts, ...hands]
}
