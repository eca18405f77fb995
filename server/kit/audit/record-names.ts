import type { ActSubject } from '../../../contract/kit/records.ts'

/** Where the name of a kind of record stands. */
export interface RecordName {
  table: string
  column: string
  /** What only its account may read, or only staff; everybody where it is left out. */
  only?: 'owner' | 'staff'
  /** Not found by its name: acts on it are found by who acted, and by its id. */
  unsearched?: true
}

export type RecordNames = Partial<Record<ActSubject, RecordName>>
