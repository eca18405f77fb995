import { createHash } from 'node:crypto'
import type { Visitor } from '../../kit/calls/caller.ts'
import { newSecret } from '../../kit/ids.ts'

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/** What a browser is known by when it comes back: what it bears already, so that two of its tabs do not forget each other. */
export const browserOf = ({ browser }: Visitor) => browser ?? newSecret()

export const browserHash = (visitor: Visitor) => sha256(browserOf(visitor))
