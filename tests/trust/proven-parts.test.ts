import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { fromUtf8, utf8 } from '../../proof/bytes.ts'
import { checkNotRevoked } from '../../proof/formats/crl.ts'
import { type Certificate, readCertificate, readPem } from '../../proof/formats/x509.ts'
import { openCheckpoint } from '../../proof/log/checkpoint.ts'
import { evidenceLeaf } from '../../proof/log/leaf.ts'
import { logKeyOf, provenLeaf } from '../../proof/log/logged.ts'
import { packageManifest } from '../../proof/package/manifest.ts'
import { unlistedEntries } from '../../proof/package/paths.ts'
import { keysNotRevoked } from '../../proof/package/proven-parts.ts'
import { writeSums } from '../../proof/package/sums.ts'
import { statementBytes } from '../../proof/statement.ts'
import { verifyChain } from '../../proof/signatures/chain.ts'
import { verifySeal } from '../../proof/signatures/seal.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { revokeKey } from '../../server/trust/keys/ceremony.ts'
import { keysOf, sealedBy } from '../certificates/forgery-kit.ts'
import { ceremony, clock, hold, open, withPassphrase } from './renewal-kit.ts'
import {
  blobOf,
  localAuthority,
  logSample,
  makeSample,
  type Sample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
} from './sample.ts'
import { buildZip, entriesOf, replaced, type Entry } from './zip-builder.ts'

// What a verifier must not take even from the platform itself: here it is the platform's own keys that sign what is wrong.

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let authority: Authority
let sample: Sample
let entries: Entry[]
beforeAll(async () => {
  authority = await localAuthority()
  sample = await makeSample(authority, statementFor(smallContents))
  entries = await entriesOf((await writeSample(sample, smallContents)).bytes)
})

async function reasons(list: Entry[]) {
  const { verdict, facts } = await verifyPackage(blobOf(buildZip(list)), {
    anchors: [authority.trustMaterial().ca],
  })
  expect(verdict).toBe('invalid')
  return facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)
}

/** The package sealed anew by the platform, over the digests of the entries that are named. */
async function sealedAnew(list: Entry[], listed = (_path: string) => true): Promise<Entry[]> {
  const covered = list.filter(([path]) => !unlistedEntries.includes(path) && listed(path))
  const sums = writeSums(new Map(covered.map(([path, bytes]) => [path, sha256(bytes)])))
  const manifest = await packageManifest(sums)
  const signature = await authority.sealer().signDetached(manifest)
  return replaced(
    replaced(replaced(list, 'SHA256SUMS', sums), 'META-INF/ASiCManifest002.xml', manifest),
    'META-INF/signature001.p7s',
    signature,
  )
}

describe('a package that the platform itself sealed', () => {
  it('fails where an entry is in no list of digests', async () => {
    expect(await reasons(await sealedAnew(entries, (path) => path !== 'README.txt'))).toEqual([
      'package-sums:file-not-listed',
    ])
  })

  it.each(['sha256', 'sm3'] as const)('fails where a file has another %s than its statement says', async (name) => {
    const { files } = sample.statement
    const wrong = files.map((f, i) => (i ? f : { ...f, [name]: '0'.repeat(64) }))
    const list = await sealedAnew(
      replaced(entries, 'evidence.json', statementBytes({ ...sample.statement, files: wrong })),
    )
    expect(await reasons(list)).toContain('data-files:file-differs')
  })

  it('fails with the proof that the log holds other evidence', async () => {
    const other = await makeSample(authority, statementFor(smallContents, { number: '261121999999999999' }))
    const { proof } = await logSample(other)
    expect(await reasons(await sealedAnew(replaced(entries, 'log/evidence.tlog-proof', proof)))).toContain(
      'logged:log-proof-wrong',
    )
  })
})

it('a proof of one leaf is none of another under the same checkpoint', async () => {
  const { certificate, proof } = await logSample(sample)
  const publicKey = logKeyOf(readCertificate(certificate))
  const leaf = evidenceLeaf({ statement: sha256(sample.bytes), token: sha256(sample.token) })
  expect(await provenLeaf({ leaf, proof, publicKey })).toMatchObject({ index: 5, size: 11 })
  for (const other of [
    evidenceLeaf({ statement: sha256(sample.bytes), token: sha256(sample.bytes) }),
    evidenceLeaf({ statement: sha256(sample.token), token: sha256(sample.token) }),
    new Uint8Array(),
  ])
    await expect(provenLeaf({ leaf: other, proof, publicKey })).rejects.toMatchObject({ code: 'log-proof-wrong' })
})

it('a checkpoint is signed under the log’s own name, by one signature of its key', async () => {
  const { certificate, note } = await logSample(sample)
  const publicKey = logKeyOf(readCertificate(certificate))
  const [text, line] = fromUtf8(note).split('\n\n') as [string, string]
  expect(await openCheckpoint(note, publicKey)).toMatchObject({ size: 11 })
  const others = [
    `${text}\n\n${line.replace('localhost:8080/log/2026', 'another.example/log')}`,
    `${text}\n\n${line}${line}`,
    `${text.replace('\n11\n', '\n12\n')}\n\n${line}`,
  ]
  for (const other of others)
    await expect(openCheckpoint(utf8(other), publicKey)).rejects.toMatchObject({ code: 'checkpoint-not-signed' })
})

describe('a chain of certificates', () => {
  const keys = () => {
    const { ca, tsa, seal } = authority.trustMaterial()
    const [root, stamping, sealing] = [ca, tsa, seal].map((pem) => readPem(pem)[0]!) as [
      Certificate,
      Certificate,
      Certificate,
    ]
    return { root, 'time-stamping': stamping, sealing, logging: readCertificate(authority.logSigner().certificate) }
  }
  const chain = (signer: Certificate, purpose: 'time-stamping' | 'sealing' | 'logging', more: object = {}) =>
    verifyChain({ signer, others: [], anchors: [keys().root], at: new Date(), purpose, ...more })
  const purposes = ['time-stamping', 'sealing', 'logging'] as const

  it('leads from a key to the root for the purpose of that key alone', async () => {
    for (const own of purposes)
      for (const purpose of purposes) {
        const asked = chain(keys()[own], purpose)
        if (own === purpose) expect(await asked).toEqual(keys().root)
        else await expect(asked).rejects.toMatchObject({ code: 'wrong-key-purpose' })
      }
    const { purposes: given, ...stamping } = keys()['time-stamping']
    for (const changed of [{ ...given!, critical: false }, { ...given!, ids: [...given!.ids, '1.2.3'] }, undefined])
      await expect(chain({ ...stamping, purposes: changed }, 'time-stamping')).rejects.toMatchObject({
        code: 'wrong-key-purpose',
      })
    await expect(chain(keys().root, 'sealing')).rejects.toMatchObject({ code: 'wrong-key-purpose' })
  })

  it('holds while every certificate on it is valid, to the second', async () => {
    const { sealing, root } = keys()
    const at = (time: number) => ({ at: new Date(time) })
    const [from, until] = [sealing.notBefore.getTime(), sealing.notAfter.getTime()]
    for (const time of [from, until]) await chain(sealing, 'sealing', at(time))
    for (const time of [from - 1_000, until + 1_000])
      await expect(chain(sealing, 'sealing', at(time))).rejects.toMatchObject({ code: 'certificate-not-valid-then' })
    for (const ended of [{ notAfter: new Date(until - 1) }, { notBefore: new Date(until + 1) }])
      await expect(chain(sealing, 'sealing', { ...at(until), anchors: [{ ...root, ...ended }] })).rejects.toMatchObject(
        { code: 'certificate-not-valid-then' },
      )
  })

  it('carries no certificate that is not on it', async () => {
    const { sealing, root, logging } = keys()
    const stranger = readPem((await localAuthority()).trustMaterial().ca)[0]!
    expect(await chain(sealing, 'sealing', { others: [root] })).toEqual(root)
    for (const other of [stranger, logging])
      await expect(chain(sealing, 'sealing', { others: [root, other] })).rejects.toMatchObject({
        code: 'unexpected-certificate',
      })
  })
})

it('a seal holds every certificate once, so that no copy passes for another one that vouches for its key', async () => {
  const dir = temporary()
  const there = await localAuthority(dir)
  const { ca, seal } = there.trustMaterial()
  const content = utf8('what is sealed')
  const keys = await keysOf(dir)
  const by = (beside: string) => sealedBy(content, keys, { beside, stamper: there })
  expect(await verifySeal(await by(ca), content, readPem(ca))).not.toHaveProperty('issued')
  for (const beside of [ca + seal, ca + ca])
    await expect(verifySeal(await by(beside), content, readPem(ca))).rejects.toMatchObject({
      code: 'unexpected-certificate',
    })
})

describe('a key that was revoked', () => {
  withPassphrase()

  it('vouches for nothing from that instant on, and for what was before it', () => {
    const [at, name] = [new Date('2026-03-01T10:00:00Z'), { serial: 7n, commonName: 'x' } as Certificate]
    const list = { issued: at, revoked: new Map([[7n, at]]) }
    const before = new Date(at.getTime() - 1)
    expect(() => checkNotRevoked(list, name, before)).not.toThrow()
    for (const later of [at, new Date(at.getTime() + 1)])
      expect(() => checkNotRevoked(list, name, later)).toThrow('certificate-revoked')
    expect(() => checkNotRevoked(list, { ...name, serial: 8n }, at)).not.toThrow()
  })

  it('is found whichever key of a package it is', async () => {
    await hold()
    const running = await open()
    const { ca, tsa, seal } = running.trustMaterial()
    const pem = (text: string) => readPem(text)[0]!
    const good = pem(ca)
    const revoked = { tsa: pem(tsa), seal: pem(seal), log: readCertificate(running.logSigner().certificate) }
    for (const { serial } of Object.values(revoked))
      await revokeKey({ ...ceremony(), serial: serial.toString(16), reason: 'keyCompromise', at: clock.now() })
    const { crl } = (await open()).trustMaterial()
    const judge = ({ tsa = good, seal = good, sealing = good, log = good }) =>
      keysNotRevoked(() => Promise.resolve(utf8(crl)), { certificates: [good], source: 'outside' }, {
        stamp: { signer: tsa, genTime: clock.now(), anchor: good },
        seal: { stamp: { signer: sealing, genTime: clock.now() }, vouched: seal },
        logged: { signer: log },
      } as Parameters<typeof keysNotRevoked>[2])
    expect((await judge({})).revoked.size).toBe(3)
    for (const one of [{ tsa: revoked.tsa }, { sealing: revoked.tsa }, { seal: revoked.seal }, { log: revoked.log }])
      await expect(judge(one)).rejects.toMatchObject({ code: 'certificate-revoked' })
  })
})
