import type { CardRead, LicenceRead } from '../../../contract/real-name/certify.ts'

/** A vendor that reads pictures of papers. What it gives fills in a form and proves nothing. Never throws: `problem` says why nothing was read. */
export interface PaperReader {
  card(picture: Buffer, side: 'FRONT' | 'BACK'): Promise<Problematic<CardRead>>
  licence(picture: Buffer): Promise<Problematic<LicenceRead>>
}

/** Why nothing was read: what the person can mend, else that it is not their doing. */
export type ReadProblem = 'unclear' | 'otherPaper' | 'tooLarge' | 'unavailable'
type Problematic<T> = Omit<T, 'problem'> & { problem?: ReadProblem }
