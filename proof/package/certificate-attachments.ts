import type { TrustRoots } from '../trust-roots.ts'
import { attached, type Attached } from './attachments.ts'
import { equal, fromUtf8, type Bytes } from '../bytes.ts'
import { sha256Hex } from './manifest.ts'
import { readAttachments } from '../formats/pdf-attachments.ts'
import { checkLogged, checkStatement, checkTime, keysNotRevoked, type Read } from './proven-parts.ts'
import { ProofError, type FactList } from '../report.ts'
import type { VerifiedSeal } from '../signatures/seal.ts'
import type { EvidenceStatement } from '../statement.ts'
import { readPem } from '../formats/x509.ts'

/** Statement attached to a certificate, and by what the certificate has to name it. */
export interface AttachedStatement {
  statement: EvidenceStatement
  digest: string
  number: string
}

/**
 * Checks what is attached to a sealed certificate, and adds what that proves: its statement, that it was fixed in time, that it is logged.
 * Certificates of old have nothing attached, and nothing is held against them.
 */
export async function checkCertificateAttachments(
  list: FactList,
  bytes: Bytes,
  seal: VerifiedSeal,
  roots: TrustRoots,
): Promise<AttachedStatement | undefined> {
  const found = await list.check(
    'certificate-attachments',
    'anyone',
    async () => ({ parts: await readAttachments(bytes, attached) }),
    ({ parts }) => (parts ? { detail: { files: parts.size } } : { status: 'unavailable', detail: {} }),
  )
  if (!found?.parts) return undefined
  const read = reader(found.parts)
  const statement = await checkStatement(list, read)
  if (!statement) return undefined
  const stamp = await checkTime(list, read, statement, roots)
  const logged = await checkLogged(list, read, seal.stamp.genTime, roots)
  if (stamp) {
    await list.check(
      'keys-not-revoked',
      'platform',
      async () => {
        await sameRoot(read, seal)
        return keysNotRevoked(read, roots, { stamp, seal, logged })
      },
      (crl) => ({ time: crl.issued.toISOString(), detail: {} }),
    )
  }
  return { statement, number: statement.number, digest: await sha256Hex(await read('evidence.json')) }
}

const reader =
  (parts: Map<Attached, Bytes>): Read<Attached> =>
  (path) => {
    const part = parts.get(path)
    return part ? Promise.resolve(part) : Promise.reject(new ProofError('missing-entry', { path }))
  }

/** The copy for tools such as openssl must be the root that the seal leads to. */
async function sameRoot(read: Read<Attached>, { anchor }: VerifiedSeal) {
  const [root, ...more] = readPem(fromUtf8(await read('trust/ca.pem')))
  if (!root || more.length || !equal(root.raw, anchor.raw))
    throw new ProofError('trust-copy-differs', { path: 'trust/ca.pem' })
}
