import { concat, equal, utf8, type Bytes } from '../bytes.ts'
import { ProofError } from '../report.ts'
import type { SignedCheckpoint } from '../log/checkpoint.ts'

/** By what a transaction of ours is recognised: four letters and the version of what follows. */
const tag = concat(utf8('SKZA'), Uint8Array.of(1))
const [sizeLength, digestLength] = [8, 32]
export const calldataLength = tag.length + sizeLength + digestLength

/** SHA-256 of a checkpoint's text: the same however many signatures are gathered under it. */
export const digestOf = async (text: string): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))

/** What is written to a chain: tag, size of the tree (8 bytes, big-endian), digest of the checkpoint's text. */
export async function calldataOf({ size, text }: Pick<SignedCheckpoint, 'size' | 'text'>): Promise<Bytes> {
  const bytes = new Uint8Array(sizeLength)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(size))
  return concat(tag, bytes, await digestOf(text))
}

export async function checkCalldata(data: Uint8Array, checkpoint: SignedCheckpoint) {
  if (data.length !== calldataLength || !equal(data.subarray(0, tag.length), tag)) throw new ProofError('not-an-anchor')
  if (!equal(data, await calldataOf(checkpoint))) throw new ProofError('anchor-of-other-checkpoint')
}
