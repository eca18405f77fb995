import type { KindTable } from '../evidence/kinds/evidence-kind.types.ts'
import * as kinds from './kinds.ts'

/** All kinds of evidence, for those above them; those below are handed it. */
export const kindTable: KindTable = { ...kinds }
