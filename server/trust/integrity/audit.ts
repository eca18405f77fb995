import type { FindingKind } from '../../../contract/trust/integrity.ts'
import type { RevocationList } from '../../../proof/formats/crl.ts'
import type { Certificate } from '../../../proof/formats/x509.ts'
import type { Services } from '../../kit/services.ts'

export interface Finding {
  what: FindingKind
  place: string
  evidenceId?: string | null | undefined
  expected: string
  found: string
}

export interface Counts {
  objects: number
  bytes: number
  entries: number
  checkpoints: number
  stamps: number
  acts: number
}

/** What a step has done: small enough to be done again where its end was lost, large enough to be worth a row. */
export interface Step<Cursor> {
  /** Where it goes on; undefined at the end of the stage. */
  cursor: Cursor | undefined
  counts: Partial<Counts>
  findings: Finding[]
}

/** This process is to stop, or lost the run to another: nothing was found out. */
export class Interrupted extends Error {}

/** What the checks work with. They read; nothing of theirs removes or mends anything. */
export interface Audit extends Pick<Services, 'db' | 'store' | 'config'> {
  /** The root that issued the platform's own keys, and its list. */
  anchors: Certificate[]
  revoked: RevocationList
  /** Waits until so many bytes may have been read, and says that this process lives. */
  pace(bytes: number): Promise<void>
}

/** A page of work: the cursor is undefined at the beginning of the stage. */
export type Check<Cursor> = (audit: Audit, cursor: Cursor | undefined) => Promise<Step<Cursor>>
