import { readFile } from 'node:fs/promises'
import { checkNotRevoked, readRevocationList, type RevocationList } from '../../../proof/formats/crl.ts'
import type { Certificate } from '../../../proof/formats/x509.ts'
import { StampRefused } from './stamp-refused.types.ts'

/** Judges a token's key by the lists that the operator keeps. A list must be there for whoever issued it: silence is no pardon. */
export async function checkRevocation(path: string, signer: Certificate, issuers: Certificate[], at: Date) {
  const text = await readFile(path, 'utf8').catch(() => '')
  const blocks = text.match(/-----BEGIN X509 CRL-----[^-]+-----END X509 CRL-----/g) ?? []
  let below = signer
  for (const [i, issuer] of issuers.entries()) {
    const lists = (await Promise.all(blocks.map((block) => listOf(block, issuer)))).filter((list) => list !== undefined)
    if (!lists.length && i === 0) throw new StampRefused('revocation-unknown', below.commonName)
    for (const list of lists) checkNotRevoked(list, below, at)
    below = issuer
  }
}

/** Undefined where another authority issued it. */
const listOf = (block: string, issuer: Certificate): Promise<RevocationList | undefined> =>
  readRevocationList(block, issuer).catch(() => undefined)
