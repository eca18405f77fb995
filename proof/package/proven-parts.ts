import type { TrustRoots } from '../trust-roots.ts'
import { equal, fromUtf8, type Bytes } from '../bytes.ts'
import { checkNotRevoked, listsOf, readRevocationList, type RevocationList } from '../formats/crl.ts'
import { evidenceLeaf } from '../log/leaf.ts'
import { verifyLogged, type Logged } from '../log/logged.ts'
import { evidenceManifest, sha256Hex } from './manifest.ts'
import type { FixedEntry } from './paths.ts'
import { ProofError, type FactList } from '../report.ts'
import { requireOwnKey, type VerifiedSeal } from '../signatures/seal.ts'
import { cautionsOf, notesOf, parseStatement, type EvidenceStatement } from '../statement.ts'
import { isPictureCaution } from '../statement/pictures.ts'
import { verifyToken, type VerifiedTimeStamp } from '../formats/tsp.ts'
import { readPem } from '../formats/x509.ts'

// What package and certificate prove alike, from the same parts.

/** Reading a part twice costs nothing: they are small. */
export type Read<Path extends FixedEntry> = (path: Path) => Promise<Bytes>

export const checkStatement = (list: FactList, read: Read<'evidence.json'>) =>
  list.check(
    'statement',
    'anyone',
    async () => parseStatement(await read('evidence.json')),
    ({ created, number, capture }) => {
      const cautions = cautionsOf(capture)
      const pictures = [...notesOf(capture), ...cautions.filter(isPictureCaution)]
      return {
        time: created,
        detail: {
          number,
          ...(capture.completeness === 'partial' && { missing: capture.missing.length }),
          ...Object.assign({}, ...cautions.filter((c) => !isPictureCaution(c)).map(({ params }) => params)),
        },
        ...(pictures.length > 0 && { pictures }),
      }
    },
  )

export const checkTime = (
  list: FactList,
  read: Read<'evidence.json' | 'META-INF/ASiCManifest001.xml' | 'META-INF/timestamp001.tst'>,
  statement: EvidenceStatement,
  roots: TrustRoots,
) =>
  list.check(
    'fixed-in-time',
    'platform',
    async () => {
      const manifest = await read('META-INF/ASiCManifest001.xml')
      const expected = await evidenceManifest(statement, await read('evidence.json'))
      if (!equal(manifest, expected)) throw new ProofError('manifest-differs', { path: 'META-INF/ASiCManifest001.xml' })
      const stamp = await verifyToken(await read('META-INF/timestamp001.tst'), manifest, roots.certificates)
      requireOwnKey(stamp)
      return stamp
    },
    (t) => ({
      time: t.genTime.toISOString(),
      detail: { serial: t.serial, authority: t.authority, clock: statement.clock.source },
    }),
  )

/** What a log holds of the evidence, and the certificate of the log that holds it. */
export async function readLeaf(read: Read<'evidence.json' | 'META-INF/timestamp001.tst' | 'trust/log.pem'>) {
  const [signer, ...more] = readPem(fromUtf8(await read('trust/log.pem')))
  if (!signer || more.length) throw new ProofError('trust-copy-differs', { path: 'trust/log.pem' })
  return {
    signer,
    leaf: evidenceLeaf({
      statement: await sha256Hex(await read('evidence.json')),
      token: await sha256Hex(await read('META-INF/timestamp001.tst')),
    }),
  }
}

/** That the log holds this statement and this time-stamp. The seal's stamp, `at`, proves when the log had signed at the latest. */
export const checkLogged = (
  list: FactList,
  read: Read<'evidence.json' | 'META-INF/timestamp001.tst' | 'log/evidence.tlog-proof' | 'trust/log.pem'>,
  at: Date,
  roots: TrustRoots,
) =>
  list.check(
    'logged',
    'platform',
    async () => {
      const { leaf, signer } = await readLeaf(read)
      return verifyLogged({
        leaf,
        proof: await read('log/evidence.tlog-proof'),
        signer,
        anchors: roots.certificates,
        at,
      })
    },
    ({ origin, index, size }) => ({ detail: { origin, index, size } }),
  )

/** Whose keys proved something, and when. */
export interface Proven {
  stamp: VerifiedTimeStamp
  seal: VerifiedSeal
  logged: Logged | undefined
}

/** That none of the keys had been revoked when it signed. */
export async function keysNotRevoked(
  read: Read<'trust/crl.pem'>,
  roots: TrustRoots,
  { stamp, seal, logged }: Proven,
): Promise<RevocationList> {
  const authority = roots.certificates.find((c) => equal(c.raw, stamp.anchor.raw)) ?? stamp.anchor
  const own = await readRevocationList(fromUtf8(await read('trust/crl.pem')), authority)
  const lists = [own, ...(await listsOf(authority, roots.lists))]
  for (const crl of lists) {
    checkNotRevoked(crl, stamp.signer, stamp.genTime)
    checkNotRevoked(crl, seal.stamp.signer, seal.stamp.genTime)
    checkNotRevoked(crl, seal.vouched, seal.stamp.genTime)
    if (logged) checkNotRevoked(crl, logged.signer, seal.stamp.genTime)
  }
  return lists.reduce((newest, list) => (list.issued > newest.issued ? list : newest))
}
