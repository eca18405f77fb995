import { checkChainAnchors } from './chain-anchors.ts'
import { outsideRoots, packageRoot, type TrustRoots } from './trust-roots.ts'
import { equal, fromUtf8 } from './bytes.ts'
import { hashBlob, type Hashing, readBlob } from './hash.ts'
import type { Logged } from './log/logged.ts'
import { readLayout, type Layout } from './package/layout.ts'
import { evidenceManifest, packageManifest, sha256Hex } from './package/manifest.ts'
import { unlistedEntries, type FixedEntry } from './package/paths.ts'
import { checkCertificate } from './formats/pdf.ts'
import { checkLogged, checkStatement, checkTime, keysNotRevoked, type Read } from './package/proven-parts.ts'
import { conclude, FactList, ProofError, type VerificationReport } from './report.ts'
import { verifySeal, type VerifiedSeal } from './signatures/seal.ts'
import { firstStatementPath, firstTokenPath, type HashDeposit } from './statement/hash.ts'
import { parseStatement, type EvidenceStatement } from './statement.ts'
import { readSums } from './package/sums.ts'
import { checkStamps } from './signatures/third-stamps.ts'
import { verifyToken, type VerifiedTimeStamp } from './formats/tsp.ts'
import { fingerprint, readPem, type Certificate } from './formats/x509.ts'

export interface VerifyOptions {
  /** PEM texts of roots the reader trusts, obtained over another channel than the package. */
  anchors?: string[]
  /** PEM texts of revocation lists, newer than those that packages bring: what no authority at hand issued is passed over. */
  lists?: string[]
  /** Hashes of blocks (0x…) that the reader found on a chain, again elsewhere than in the package. */
  blocks?: string[]
  /** Bytes of originals hashed so far, of all. */
  onProgress?: (done: number, total: number) => void
  /** Without, WebAssembly hashes. */
  hashing?: Hashing | undefined
}

export interface PackageReport extends VerificationReport {
  statement?: EvidenceStatement
}

/** Verifies an evidence package (`.asice`) without any server. Every byte inside its entries counts. */
export async function verifyPackage(file: Blob, options: VerifyOptions = {}): Promise<PackageReport> {
  const list = new FactList()
  const layout = await list.check(
    'package-layout',
    'anyone',
    () => readLayout(file),
    (l) => ({ detail: { files: l.data.size } }),
  )
  if (!layout) return conclude(list.facts)
  const read: Read<FixedEntry> = (path) => {
    const blob = layout.fixed[path]
    if (!blob) throw new ProofError('missing-entry', { path })
    return readBlob(blob)
  }
  const statement = await checkStatement(list, read)
  const digests = await checkFiles(list, layout, statement, options)
  await list.check(
    'package-sums',
    'anyone',
    () => checkSums(layout, digests, options.hashing),
    (l) => ({ detail: { entries: l.size } }),
  )
  const roots = await checkRoot(list, read, options)
  if (statement && roots) await checkSignatures(list, read, layout, statement, roots)
  await checkStamps(list, layout, outsideRoots(options.anchors ?? []))
  await checkChainAnchors(list, layout, options.blocks)
  if (layout.isRepacked) addRepacked(list)
  return { ...conclude(list.facts), ...(statement && { statement }) }
}

/** The container is no evidence: that its entries are as they were sealed is said where all of them are. */
export function addRepacked(list: FactList) {
  const reason = list.facts.some(({ status }) => status === 'failed') ? 'repacked' : 'repacked-whole'
  list.add({ code: 'packed-as-issued', status: 'unavailable', dependsOn: 'anyone', detail: { reason } })
}

/** Hashes every original once; returns what was found by path. */
async function checkFiles(
  list: FactList,
  layout: Layout,
  statement: EvidenceStatement | undefined,
  { onProgress, hashing }: VerifyOptions,
) {
  const found = new Map<string, string>()
  const total = [...layout.data.values()].reduce((sum, b) => sum + b.size, 0)
  let done = 0
  const onBytes = (count: number) => onProgress?.((done += count), total)
  await list.check(
    'data-files',
    'anyone',
    async () => {
      const expected = new Map(statement?.files.map((f) => [f.path, f]))
      for (const [path, blob] of layout.data) {
        const actual = await hashBlob(blob, true, { onBytes, hashing })
        found.set(path, actual.sha256)
        const file = expected.get(path)
        if (!file) throw new ProofError('file-not-stated', { path })
        if (actual.size !== file.size || actual.sha256 !== file.sha256 || actual.sm3 !== file.sm3)
          throw new ProofError('file-differs', { path })
        expected.delete(path)
      }
      for (const path of expected.keys()) throw new ProofError('file-missing', { path })
      return layout.data
    },
    (data) => ({ detail: { files: data.size, bytes: total } }),
  )
  return found
}

async function checkSums(
  layout: Layout,
  digests: Map<string, string>,
  hashing: Hashing | undefined,
): Promise<Map<string, string>> {
  const listed = readSums(await readBlob(layout.fixed.SHA256SUMS))
  const open = new Map(listed)
  const take = (path: string, actual: string) => {
    if (open.get(path) !== actual) throw new ProofError(open.has(path) ? 'file-differs' : 'file-not-listed', { path })
    open.delete(path)
  }
  for (const [path, blob] of layout.data)
    take(path, digests.get(path) ?? (await hashBlob(blob, false, { hashing })).sha256)
  for (const [path, blob] of Object.entries(layout.fixed)) {
    if (!unlistedEntries.includes(path)) take(path, await sha256Hex(await readBlob(blob)))
  }
  for (const path of open.keys()) throw new ProofError('file-missing', { path })
  return listed
}

async function checkRoot(
  list: FactList,
  read: Read<FixedEntry>,
  { anchors: pems = [], lists = [] }: VerifyOptions,
): Promise<TrustRoots | undefined> {
  const root = await list.check(
    'package-root',
    'package',
    async () => packageRoot(await read('trust/ca.pem')),
    (r) => ({ detail: { name: r.commonName } }),
  )
  if (!root) return undefined
  const detail = { fingerprint: await fingerprint(root), name: root.commonName }
  const outside = outsideRoots(pems)
  if (!outside) {
    list.add({ code: 'root-compared', status: 'unavailable', dependsOn: 'package', detail })
    return { certificates: [root], source: 'package', lists }
  }
  const known = outside.certificates.some((c) => equal(c.raw, root.raw))
  list.add({
    code: 'root-compared',
    status: known ? 'proven' : 'failed',
    dependsOn: 'anyone',
    detail: known ? detail : { ...detail, reason: 'root-unknown' },
  })
  // From here on it is this root that counts, which the report names.
  return known ? { certificates: [root], source: 'outside', beside: outside.certificates, lists } : outside
}

async function checkSignatures(
  list: FactList,
  read: Read<FixedEntry>,
  { data, fixed }: Layout,
  statement: EvidenceStatement,
  roots: TrustRoots,
) {
  const stamp = await checkTime(list, read, statement, roots)
  if (statement.capture.kind === 'hash') await checkFirst(list, data, statement, statement.capture, roots)
  const seal = await checkSeal(list, read, roots)
  const logged = seal && (await checkLog(list, read, fixed, seal.stamp.genTime, roots))
  await checkKeys(list, read, roots, { stamp, seal, logged })
  const digest = await sha256Hex(await read('evidence.json'))
  await checkCertificate(list, await read('certificate.pdf'), roots, { digest, number: statement.number })
}

/** Packages from before there was a log say nothing of it. */
async function checkLog(
  list: FactList,
  read: Read<FixedEntry>,
  fixed: Layout['fixed'],
  at: Date,
  roots: TrustRoots,
): Promise<Logged | undefined> {
  if (fixed['log/evidence.tlog-proof']) return checkLogged(list, read, at, roots)
  list.add({ code: 'logged', status: 'unavailable', dependsOn: 'platform', detail: {} })
  return undefined
}

/** The hash was deposited before its file: the first statement, by its own time-stamp. */
const checkFirst = (
  list: FactList,
  data: Layout['data'],
  statement: EvidenceStatement,
  { deposited }: HashDeposit,
  roots: TrustRoots,
) =>
  list.check(
    'hash-fixed-first',
    'platform',
    async () => {
      const [bytes, token] = await Promise.all(
        [firstStatementPath, firstTokenPath].map((path) => readSmall(data, path)),
      )
      const first = parseStatement(bytes!)
      if (
        first.capture.kind !== 'hash' ||
        first.number !== statement.number ||
        canonical(first.capture.deposited) !== canonical(deposited)
      )
        throw new ProofError('first-statement-differs')
      return verifyToken(token!, await evidenceManifest(first, bytes!), roots.certificates)
    },
    (t) => ({ time: t.genTime.toISOString(), detail: { serial: t.serial, authority: t.authority } }),
  )

const canonical = ({ sha256, sm3, size, name }: HashDeposit['deposited']) => JSON.stringify([sha256, sm3, size, name])

/** Both are small by their nature; a large one is none of ours. */
async function readSmall(data: Layout['data'], path: string) {
  const blob = data.get(path)
  if (!blob) throw new ProofError('file-missing', { path })
  if (blob.size > 1024 * 1024) throw new ProofError('entry-too-large', { path })
  return readBlob(blob)
}

const checkSeal = (list: FactList, read: Read<FixedEntry>, roots: TrustRoots) =>
  list.check(
    'package-sealed',
    'platform',
    async () => {
      const manifest = await read('META-INF/ASiCManifest002.xml')
      if (!equal(manifest, await packageManifest(await read('SHA256SUMS')))) {
        throw new ProofError('manifest-differs', { path: 'META-INF/ASiCManifest002.xml' })
      }
      return verifySeal(await read('META-INF/signature001.p7s'), manifest, roots.certificates)
    },
    (s) => ({ time: s.stamp.genTime.toISOString(), detail: { signer: s.signer.commonName } }),
  )

/**
 * The convenience copies must be the certificates that were used, and none may have been revoked by then. Where the keys were
 * renewed between time-stamp and seal, two time-stamping keys were used: the stamp's comes first.
 */
async function checkKeys(
  list: FactList,
  read: Read<FixedEntry>,
  roots: TrustRoots,
  {
    stamp,
    seal,
    logged,
  }: { stamp: VerifiedTimeStamp | undefined; seal: VerifiedSeal | undefined; logged: Logged | undefined },
) {
  if (!stamp || !seal) return
  await list.check(
    'keys-not-revoked',
    'platform',
    async () => {
      await sameCertificates(read, 'trust/tsa.pem', [
        stamp.signer,
        ...(equal(stamp.signer.raw, seal.stamp.signer.raw) ? [] : [seal.stamp.signer]),
      ])
      await sameCertificates(read, 'trust/seal.pem', [seal.signer])
      return keysNotRevoked(read, roots, { stamp, seal, logged })
    },
    (crl) => ({ time: crl.issued.toISOString(), detail: {} }),
  )
}

async function sameCertificates(read: Read<FixedEntry>, path: FixedEntry, used: Certificate[]) {
  const copies = readPem(fromUtf8(await read(path)))
  if (copies.length !== used.length || used.some((c, i) => !equal(c.raw, copies[i]!.raw)))
    throw new ProofError('trust-copy-differs', { path })
}
