import type { ComponentType } from 'react'
import { lazyPart } from '../page/lazy-part.ts'
import type { Reasoned } from './ReasonForm.tsx'

const ReasonForm = lazyPart(async () => (await import('./ReasonForm.tsx')).ReasonForm) as unknown as ComponentType<{
  act: Reasoned<never>
  row: unknown
  onClose(): void
}>

/** The form of an action that takes a reason. */
export const reasoned = <Row,>(act: Reasoned<Row>) =>
  function Form({ row, onClose }: { row: Row; onClose(): void }) {
    return <ReasonForm act={act as Reasoned<never>} row={row} onClose={onClose} />
  }
