import { createHash } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { utf8 } from '../../proof/bytes.ts'
import { checkpointText } from '../../proof/log/checkpoint.ts'
import { evidenceLeaf } from '../../proof/log/leaf.ts'
import { logKeyOf } from '../../proof/log/logged.ts'
import { signatureLine } from '../../proof/log/note.ts'
import { writeLogProof } from '../../proof/log/tlog-proof.ts'
import { readCertificate } from '../../proof/formats/x509.ts'
import { sha256Hex, fixingDigest } from '../../proof/package/manifest.ts'
import { statementBytes, type EvidenceStatement } from '../../proof/statement.ts'
import { drawCertificate } from '../../server/certificates/drawing/draw-certificate.ts'
import type { CertificateModel } from '../../server/certificates/drawing/certificate-model.ts'
import { writePackage } from '../../server/certificates/package/package.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import { provingParts } from '../../server/certificates/package/proving-parts.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { grow, inclusionProof } from '../../server/trust/log/merkle-tree.service.ts'
import type { ClockSource } from '../../server/trust/clock.service.ts'

export const temporary = () => mkdtempSync(join(tmpdir(), 'shimakaze-trust-'))

export const fixedClock = (iso: string): ClockSource => ({
  now: () => new Date(iso),
  state: () => Promise.resolve({ source: 'os-unverified', proven: false }),
})

export const localAuthority = (dir = temporary(), clock?: ClockSource) =>
  openAuthority({ dir, mode: 'local', platformName: '岛风电子数据存证平台', ...(clock && { clock }) })

const hash = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('hex')

export type Contents = Record<string, Uint8Array>

export const smallContents: Contents = {
  'data/page.html': Buffer.from('<!doctype html><title>样本</title><p>sample</p>'),
  'data/截图 1.txt': Buffer.from('not really a picture\n'),
  'data/empty.log': Buffer.alloc(0),
}

export function statementFor(contents: Contents, changes: Partial<EvidenceStatement> = {}): EvidenceStatement {
  return {
    type: 'shimakaze-evidence/v1',
    number: '261121123456789012',
    created: '2026-11-21T08:40:00.000Z',
    salt: 'AAECAwQFBgcICQoLDA0ODw==',
    platform: { name: '岛风电子数据存证平台', origin: 'http://localhost:8080' },
    owner: { kind: 'enterprise', name: '示例科技有限公司', identity: 'not-verified' },
    acting: { name: '王小明', role: 'member' },
    name: '侵权网页取证（示例）',
    capture: {
      kind: 'web',
      requestedUrl: 'https://example.com/',
      finalUrl: 'https://example.com/index.html',
      title: '示例页面 — Example Domain',
      startedAt: '2026-11-21T08:38:10.120Z',
      finishedAt: '2026-11-21T08:39:55.000Z',
      completeness: 'full',
      missing: [],
      facts: {
        remoteAddress: '93.184.215.14',
        httpStatus: 200,
        tls: { subject: 'CN=example.com', issuer: 'DigiCert Global G3 TLS ECC SHA384 2020 CA1', protocol: 'TLS 1.3' },
        browser: { name: 'Chromium', version: '153.0.0.0' },
        isolation: ['namespace', 'guard', 'sandbox'],
        environmentSummary: { verdict: 'clean', abnormal: [], noted: [] },
      },
    },
    clock: { source: 'os-unverified' },
    hashAlgorithms: ['sha256', 'sm3'],
    files: Object.entries(contents).map(([path, bytes]) => ({
      path,
      size: bytes.length,
      sha256: hash('sha256', bytes),
      sm3: hash('sm3', bytes),
      mediaType: 'application/octet-stream',
    })),
    prev: null,
    supersedes: null,
    ...changes,
  }
}

export interface Sample {
  authority: Authority
  statement: EvidenceStatement
  bytes: Uint8Array
  token: Uint8Array
  model: CertificateModel
  pdf: Buffer
}

export async function makeSample(
  authority: Authority,
  statement: EvidenceStatement,
  changes: Partial<CertificateModel> = {},
): Promise<Sample> {
  const bytes = statementBytes(statement)
  const { token, stamp } = await authority.stamp(await fixingDigest(statement, bytes))
  const statementSha256 = await sha256Hex(bytes)
  const model: CertificateModel = {
    language: 'zh-CN',
    mode: 'local',
    statement,
    statementSha256,
    stamp: { time: stamp.genTime.toISOString(), serial: stamp.serial, authority: stamp.authority, accuracySeconds: 1 },
    rootFingerprint: authority.trustMaterial().rootFingerprint,
    checkUrl: `http://localhost:8080/query?no=${statement.number}#${statementSha256}`,
    issuedAt: stamp.genTime.toISOString(),
    signatureBytes: await authority.signatureRoom(),
    proofs: await provingParts(
      { statement, statementBytes: bytes, token, logged: await logSample({ authority, bytes, token }) },
      authority.trustMaterial(),
    ),
    ...changes,
  }
  return { authority, statement, bytes, token, model, pdf: await sealPdf(await drawCertificate(model), authority) }
}

/** The statement as the sixth leaf of eleven, or of more after them, in a log of the authority's key. */
export async function logSample(
  { authority, bytes, token }: Pick<Sample, 'authority' | 'bytes' | 'token'>,
  count = 11,
) {
  const { certificate, sign } = authority.logSigner()
  const leaf = evidenceLeaf({ statement: hash('sha256', bytes), token: hash('sha256', token) })
  const leaves = Array.from({ length: count }, (_, i) => (i === 5 ? leaf : utf8(`another ${i}`)))
  const none = () => Promise.resolve([])
  const { size, root, nodes } = await grow(none, 0, leaves)
  const read = (level: number, from: number, count: number) =>
    Promise.resolve(nodes.filter((n) => n.level === level && n.idx >= from && n.idx < from + count).map((n) => n.hash))
  const origin = 'localhost:8080/log/2026'
  const text = checkpointText({ origin, size, root })
  const note = `${text}\n${await signatureLine({ name: origin, publicKey: logKeyOf(readCertificate(certificate)) }, await sign(utf8(text)))}`
  return {
    certificate,
    note: utf8(note),
    proof: writeLogProof({ index: 5, hashes: await inclusionProof(read, 5, size), checkpoint: utf8(note) }),
  }
}

export async function writeSample(
  { authority, statement, bytes, token, pdf }: Sample,
  contents: Contents,
): Promise<{ path: string; bytes: Uint8Array<ArrayBuffer> }> {
  const path = join(temporary(), 'package.asice')
  const files = statement.files.map((f) => ({
    path: f.path,
    size: f.size,
    sha256: f.sha256,
    open: () => Readable.from([contents[f.path]!]),
  }))
  await writePackage({
    statement,
    statementBytes: bytes,
    token,
    files,
    certificatePdf: pdf,
    logged: await logSample({ authority, bytes, token }),
    authority,
    out: path,
  })
  return { path, bytes: new Uint8Array(await readFile(path)) }
}

export const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])
