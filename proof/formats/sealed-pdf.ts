import { isSelfSigned, outsideRoots, type TrustRoots } from '../trust-roots.ts'
import type { Bytes } from '../bytes.ts'
import { readBlob } from '../hash.ts'
import { checkNotRevoked, listsOf } from './crl.ts'
import { readSignedPdf, readSignedUpdate, type SignedPdf } from './pdf-bytes.ts'
import { FactList, ProofError, type Fact } from '../report.ts'
import { embeddedRoots, verifySeal, type VerifiedSeal } from '../signatures/seal.ts'
import { fingerprint, type Certificate } from './x509.ts'

const maxSize = 64 * 1024 * 1024

/** What a sealed PDF is: facts and their words are called by it. */
export type SealedKind = 'certificate' | 'paper'

/** Certificates have one revision; a paper may be a document of its issuer that the platform sealed. */
const readSealed = { certificate: readSignedPdf, paper: readSignedUpdate } as const

/** Adds the facts of the seal over a whole PDF (PAdES-B-T, ETSI EN 319 142-1 §6.3), behind which nothing may stand. */
export async function checkSealed(
  list: FactList,
  bytes: Bytes,
  roots: TrustRoots,
  kind: SealedKind,
): Promise<{ pdf?: SignedPdf | undefined; seal?: VerifiedSeal | undefined }> {
  const pdf = await list.check(`${kind}-unaltered`, 'anyone', () => readSealed[kind](bytes))
  if (!pdf) return {}
  const seal = await list.check(
    `${kind}-sealed`,
    'platform',
    () => verifyUnrevoked(pdf, roots),
    (s) => ({ time: s.stamp.genTime.toISOString(), detail: { signer: s.signer.commonName } }),
  )
  if (seal?.issued) list.add(recognition(seal.issued))
  return { pdf, seal }
}

/** A sealed PDF by itself may carry no list: what the reader knows of revoked keys is asked in any case. */
async function verifyUnrevoked({ signature, content }: SignedPdf, roots: TrustRoots): Promise<VerifiedSeal> {
  const seal = await verifySeal(signature, content, roots.certificates, roots.beside)
  for (const list of await listsOf(seal.anchor, roots.lists)) {
    checkNotRevoked(list, seal.vouched, seal.stamp.genTime)
    checkNotRevoked(list, seal.stamp.signer, seal.stamp.genTime)
  }
  return seal
}

/** Advice like the comparison of roots: the platform vouches for the key either way. */
const recognition = ({ authority, isKnown }: NonNullable<VerifiedSeal['issued']>): Fact => ({
  code: 'seal-recognised',
  status: isKnown ? 'proven' : 'unavailable',
  dependsOn: 'ca',
  detail: { authority, ...(isKnown ? {} : { root: 'unknown' }) },
})

/** The facts of a sealed PDF that was given alone: by which root it is judged, and the seal over all of it. Nothing inside was read by then. */
export async function checkSealedAlone(
  list: FactList,
  file: Blob,
  kind: SealedKind,
  { anchors = [], lists = [] }: { anchors?: string[]; lists?: string[] },
): Promise<
  { bytes: Bytes; roots: TrustRoots; pdf?: SignedPdf | undefined; seal?: VerifiedSeal | undefined } | undefined
> {
  const roots = await list.check(`${kind}-readable`, 'anyone', async () => ({
    ...(await rootsFor(file, kind, anchors)),
    lists,
  }))
  if (!roots) return undefined
  const bytes = await readBlob(file)
  const own = new FactList()
  const { pdf, seal } = await checkSealed(own, bytes, roots, kind)
  await noteRoot(list, roots, seal?.anchor)
  for (const fact of own.facts) list.add(fact)
  return { bytes, roots, pdf, seal }
}

async function rootsFor(file: Blob, kind: SealedKind, pems: string[]): Promise<TrustRoots> {
  if (file.size > maxSize) throw new ProofError('entry-too-large', { path: 'certificate.pdf' })
  const outside = outsideRoots(pems)
  if (outside) return outside
  const { signature } = readSealed[kind](await readBlob(file))
  const roots = await embeddedRoots(signature)
  const [root] = roots
  if (roots.length !== 1 || !root || !(await isSelfSigned(root))) throw new ProofError('bad-root')
  return { certificates: roots, source: 'package' }
}

/** The root that the seal leads to; of several that the reader brought, it is the one that counts. */
async function noteRoot(list: FactList, { certificates: [first], source }: TrustRoots, reached?: Certificate) {
  const root = reached ?? first
  if (!root) return
  const status = source === 'outside' ? 'proven' : 'unavailable'
  const detail = { fingerprint: await fingerprint(root), name: root.commonName }
  list.add({ code: 'root-compared', status, dependsOn: source === 'outside' ? 'anyone' : 'package', detail })
}
