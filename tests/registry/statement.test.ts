import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { type EvidenceStatement, parseStatement, statementBytes } from '../../proof/statement.ts'
import { firstStatementPath, firstTokenPath } from '../../proof/statement/hash.ts'
import { fixingDigest } from '../../proof/package/manifest.ts'
import { blobOf, localAuthority, makeSample, statementFor, writeSample } from '../trust/sample.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const sm3 = (bytes: Uint8Array) => createHash('sm3').update(bytes).digest('hex')
const whole = {
  startedAt: '2026-11-21T08:38:10.120Z',
  finishedAt: '2026-11-21T08:39:55.000Z',
  completeness: 'full' as const,
  missing: [],
  facts: {},
}
const original = Buffer.from('the original')
const deposited = { sha256: sha256(original), sm3: sm3(original), size: original.length, name: '配方.pdf' }
const work = {
  title: '海风',
  kind: 'music',
  author: '林',
  owner: '林',
  obtainWay: 'original',
  createdOn: '2026-01-02',
  publishState: 'unpublished',
  publishedOn: null,
  description: '',
}
const refused = (statement: EvidenceStatement) => {
  try {
    return statementBytes(statement) && 'taken'
  } catch (error) {
    return (error as { detail: { at: string } }).detail.at
  }
}

describe('a statement', () => {
  const one = { 'data/a.txt': Buffer.from('a') }
  const ofFile = (originals: object[]) => statementFor(one, { capture: { kind: 'file', originals, ...whole } as never })

  it('of files names each original once, at its place', () => {
    const good = { path: 'data/a.txt', name: 'a.txt', claimed: null }
    expect(parseStatement(statementBytes(ofFile([good]))).capture).toMatchObject({ kind: 'file' })
    expect(refused(ofFile([]))).toBe('$.capture.originals')
    expect(refused(ofFile([{ ...good, path: 'data/b.txt' }]))).toBe('$.capture.originals')
    expect(refused(ofFile([{ ...good, claimed: { sha256: 'x', sm3: null } }]))).toBe(
      '$.capture.originals[0].claimed.sha256',
    )
    expect(refused(ofFile([{ ...good, more: 1 }]))).toBe('$.capture.originals[0].more')
    expect(refused(statementFor({}, { capture: { kind: 'file', originals: [], ...whole } }))).toBe('$.files')
  })

  it('of a work holds what was declared and nothing besides', () => {
    const ofWork = (declared: object) =>
      statementFor(one, {
        capture: {
          kind: 'work',
          originals: [{ path: 'data/a.txt', name: 'a.txt', claimed: null }],
          work: declared,
          ...whole,
        } as never,
      })
    expect(refused(ofWork(work))).toBe('taken')
    expect(refused(ofWork({ ...work, createdOn: 'yesterday' }))).toBe('$.capture.work.createdOn')
    expect(refused(ofWork({ ...work, price: 1 }))).toBe('$.capture.work.price')
  })

  it('of no kind, or of one that nobody knows, is refused', () => {
    for (const kind of ['mobile', 'constructor', undefined])
      expect(refused(statementFor(one, { capture: { ...whole, kind } as never }))).toBe('$.capture.kind')
  })
})

describe('a hash and its original', () => {
  const first = statementFor({}, { capture: { kind: 'hash', deposited, originals: [], ...whole } })
  const bytes = statementBytes(first)
  const second = (changes: { capture?: object; prev?: string | null; original?: Buffer; token?: Uint8Array } = {}) => {
    const contents = {
      'data/配方.pdf': changes.original ?? original,
      [firstStatementPath]: bytes,
      [firstTokenPath]: changes.token ?? Buffer.from('token'),
    }
    return {
      contents,
      statement: statementFor(contents, {
        prev: changes.prev === undefined ? sha256(bytes) : changes.prev,
        capture: {
          kind: 'hash',
          deposited,
          originals: [{ path: 'data/配方.pdf', name: '配方.pdf', claimed: null }],
          ...whole,
          ...changes.capture,
        } as never,
      }),
    }
  }

  it('the first statement stands without any file; the second names it and holds what has that hash', () => {
    expect(refused(first)).toBe('taken')
    expect(refused(second().statement)).toBe('taken')
    expect(refused(second({ original: Buffer.from('another') }).statement)).toBe('$.capture.deposited')
    expect(refused(second({ capture: { deposited: { ...deposited, size: 1 } } }).statement)).toBe('$.capture.deposited')
    expect(refused(second({ prev: null }).statement)).toBe('$.prev')
    expect(refused(second({ prev: '0'.repeat(64) }).statement)).toBe('$.prev')
    expect(
      refused(
        statementFor({ 'data/a.txt': original }, { capture: { kind: 'hash', deposited, originals: [], ...whole } }),
      ),
    ).toBe('$.files')
  })

  it('a package proves both instants, and fails where the first stamp is not of the first statement', async () => {
    const authority = await localAuthority()
    const verdictOf = async (token: Uint8Array) => {
      const { contents, statement } = second({ token })
      const { path } = await writeSample(await makeSample(authority, statement), contents)
      const report = await verifyPackage(blobOf(await readFile(path)))
      return [report.verdict, report.facts.find((f) => f.code === 'hash-fixed-first')]
    }
    const { token, stamp } = await authority.stamp(await fixingDigest(first, bytes))
    expect(await verdictOf(token)).toMatchObject(['valid', { status: 'proven', time: stamp.genTime.toISOString() }])
    const other = await authority.stamp(
      await fixingDigest({ ...first, name: 'another' }, statementBytes({ ...first, name: 'another' })),
    )
    expect(await verdictOf(other.token)).toMatchObject(['invalid', { status: 'failed' }])
    expect(await verdictOf(Buffer.from('no token'))).toMatchObject(['invalid', { status: 'failed' }])
  })
})
