import { createHash } from 'node:crypto'
import { timestampSettings } from '../stamps/timestamps.settings.ts'
import { checkNotRevoked } from '../../../proof/formats/crl.ts'
import { equal } from '../../../proof/bytes.ts'
import { evidenceManifest, stampManifest } from '../../../proof/package/manifest.ts'
import { ProofError } from '../../../proof/report.ts'
import { parseStatement } from '../../../proof/statement.ts'
import { digest } from '../../../proof/signatures/signature.ts'
import { readToken, verifyToken } from '../../../proof/formats/tsp.ts'
import { verifyContent } from '../../../proof/formats/cms.ts'
import { readPem } from '../../../proof/formats/x509.ts'
import type { Audit, Check, Finding } from './audit.ts'
import * as repo from './stamps.repo.ts'

export interface StampCursor {
  part: 'evidence' | 'deposits' | 'third'
  after: string | null
}

const next = { evidence: 'deposits', deposits: 'third', third: undefined } as const

/** Compares every statement with its row, with its time-stamps, each at its own time, and with its leaf in the log. */
export const checkStamps: Check<StampCursor> = async (audit, cursor = { part: 'evidence', after: null }) => {
  const { part, after } = cursor
  const { findings, last, count, bytes } = await (part === 'third'
    ? thirdPage(audit, after)
    : ownPage(audit, part, after))
  await audit.pace(bytes)
  const then = next[part]
  const goesOn = last !== undefined ? { part, after: last } : then && { part: then, after: null }
  return { cursor: goesOn, counts: { stamps: count }, findings }
}

interface Page {
  findings: Finding[]
  /** Undefined where the part ends. */
  last: string | undefined
  count: number
  bytes: number
}

async function ownPage(audit: Audit, part: 'evidence' | 'deposits', after: string | null): Promise<Page> {
  const rows = await repo.sealedAfter(audit.db.system, part, after)
  const findings = (await Promise.all(rows.map((row) => judgeOwn(audit, row)))).flat()
  return {
    findings,
    last: rows.at(-1)?.id,
    count: rows.length,
    bytes: rows.reduce((sum, r) => sum + r.statement.length + r.token.length, 0),
  }
}

async function judgeOwn(audit: Audit, row: repo.Sealed): Promise<Finding[]> {
  const place = row.statementSha256.toString('hex')
  const about = { place, evidenceId: row.id }
  const findings: Finding[] = []
  const made = createHash('sha256').update(row.statement).digest()
  if (!made.equals(row.statementSha256))
    findings.push({ ...about, what: 'statement-altered', expected: place, found: made.toString('hex') })
  const code = await verifyOwn(audit, row).then(() => undefined, codeOf)
  if (code !== undefined) findings.push({ ...about, what: 'stamp-invalid', expected: '', found: code })
  if (row.leaf === null && !row.waits) findings.push({ ...about, what: 'not-logged', expected: '1', found: '0' })
  if (row.leaf && !row.leaf.equals(row.expectedLeaf))
    findings.push({ ...about, what: 'leaf-differs', expected: sha256(row.expectedLeaf), found: sha256(row.leaf) })
  return findings
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function verifyOwn({ anchors, revoked }: Audit, { statement, token }: repo.Sealed) {
  const { signer, genTime } = await verifyToken(
    token,
    await evidenceManifest(parseStatement(statement), statement),
    anchors,
  )
  checkNotRevoked(revoked, signer, genTime)
}

/** What refuses bytes from outside may be any error of a reader; each says that they are not what they were. */
const codeOf = (error: unknown) => (error instanceof ProofError ? error.code : 'unreadable')

async function thirdPage(audit: Audit, after: string | null): Promise<Page> {
  const rows = await repo.tokensAfter(audit.db.system, after)
  const judged = await Promise.all(
    rows.map(async (row): Promise<Finding[]> => {
      const about = { place: `${row.provider} ${row.serial}`, evidenceId: row.evidenceId }
      try {
        const found = await verifyThird(audit, row)
        return found === undefined
          ? []
          : [{ ...about, what: 'stamp-row', expected: `${row.serial} ${row.genTime.toISOString()}`, found }]
      } catch (error) {
        return [{ ...about, what: 'stamp-invalid', expected: '', found: codeOf(error) }]
      }
    }),
  )
  return {
    findings: judged.flat(),
    last: rows.at(-1)?.id,
    count: rows.length,
    bytes: rows.reduce((sum, r) => sum + r.der.length + (r.statement?.length ?? 0), 0),
  }
}

/** What the token says where its row says something else. */
async function verifyThird({ config }: Audit, row: repo.ThirdToken): Promise<string | undefined> {
  if (!row.statement || !row.token) throw new ProofError('missing-entry', { path: '' })
  const manifest001 = await evidenceManifest(parseStatement(row.statement), row.statement)
  const ours = { manifest: manifest001, token: row.token }
  const { stamp, signed, content } = await readToken(row.der)
  if (row.later && row.roots) {
    // As the package has them, checked as a verifier does.
    const manifest = await stampManifest(row.number, { ...ours, roots: row.roots })
    if (!row.manifest || !equal(row.manifest, manifest)) throw new ProofError('manifest-differs', { path: '' })
    await verifyToken(row.later, manifest, readPem(row.roots.toString()))
    if (!equal(stamp.imprint.digest, await digest(stamp.imprint.hash, manifest)))
      throw new ProofError('imprint-differs')
  } else {
    // The first stamp of a hash is in no package: the roots by which it was taken are those of the settings, if they are the same still.
    await verifyContent(signed, content)
    const roots = timestampSettings.of(config)?.providers.find((p) => p.id === row.provider)?.roots
    const manifest =
      roots === undefined ? undefined : await stampManifest(row.number, { ...ours, roots: Buffer.from(roots) })
    if (
      roots !== undefined &&
      manifest &&
      equal(stamp.imprint.digest, await digest(stamp.imprint.hash, manifest)) &&
      !signed.unsignedAttributes.size
    )
      await verifyToken(row.der, manifest, readPem(roots))
  }
  return stamp.serial === row.serial && Math.abs(stamp.genTime.getTime() - row.genTime.getTime()) < 1
    ? undefined
    : `${stamp.serial} ${stamp.genTime.toISOString()}`
}
