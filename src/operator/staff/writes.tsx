import type { ComponentType } from 'react'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import type { WriteForm as Form } from './WriteForm.tsx'

const WriteForm = lazyDialog(async () => (await import('./WriteForm.tsx')).WriteForm) as ComponentType<
  Parameters<typeof Form>[0]
>

/** The form of an action that writes to somebody. */
export const writes = (to: Parameters<typeof Form>[0]['to']) =>
  function Write({ row, onClose }: { row: { id: string; name: string }; onClose(): void }) {
    return <WriteForm to={to} row={row} onClose={onClose} />
  }
