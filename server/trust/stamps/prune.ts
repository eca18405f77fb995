import { concat, type Bytes } from '../../../proof/bytes.ts'
import { findChain } from '../../../proof/signatures/chain.ts'
import { readDer, sequence, setOf, write, type Der } from '../../../proof/formats/der.ts'
import { exactly, members } from '../../../proof/formats/der-values.ts'
import { readToken } from '../../../proof/formats/tsp.ts'
import type { Certificate } from '../../../proof/formats/x509.ts'

/**
 * A token without what its signature does not cover and its proof does not need: certificates off the path, the root,
 * revocation lists, unsigned attributes. What is left can lose no byte unseen; what was stamped and signed stays as it came.
 */
export async function pruned(token: Uint8Array, anchors: Certificate[]): Promise<Bytes> {
  const plain = rebuilt(token, () => true)
  const { stamp, signed } = await readToken(plain)
  const { between } = await findChain({
    signer: signed.signer,
    others: signed.others,
    anchors,
    at: stamp.genTime,
    purpose: 'time-stamping',
  })
  const kept = new Set([signed.signer, ...between].map((c) => c.raw.join()))
  return rebuilt(plain, (certificate) => kept.has(certificate.raw.join()))
}

function rebuilt(token: Uint8Array, keeps: (certificate: Der) => boolean): Bytes {
  const [type, wrapped] = exactly(readDer(token), 2)
  const [version, digests, content, ...rest] = members(exactly(wrapped, 1, 0xa0)[0])
  const [signers] = rest.splice(-1)
  const certificates = rest.find((part) => part.tag === 0xa0)
  const kept = (certificates?.children ?? []).filter(keeps).map((c) => c.raw)
  const infos = members(signers, 0x31).map((info) =>
    sequence(...info.children.filter((part) => part.tag !== 0xa1).map((part) => part.raw)),
  )
  return sequence(
    type!.raw,
    write(0xa0, sequence(version!.raw, digests!.raw, content!.raw, write(0xa0, concat(...kept)), setOf(...infos))),
  )
}
