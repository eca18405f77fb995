import { createPrivateKey, sign } from 'node:crypto'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import type { VerificationReport } from '../../proof/report.ts'
import { fromUtf8, utf8 } from '../../proof/bytes.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { drawCertificate } from '../../server/certificates/drawing/draw-certificate.ts'
import { sealPdf } from '../../server/kit/pdf/pades.ts'
import type { SigningRequest } from '../../server/trust/cms-writer.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { openAuthorityOf } from '../kit/vendors/certification-authority.ts'
import {
  blobOf,
  localAuthority,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
} from '../trust/sample.ts'
import { buildZip, entriesOf, replaced, type Entry } from '../trust/zip-builder.ts'
import { keysOf, publicStamp, sealedAnew, sealedBy, withParts } from './forgery-kit.ts'
import { byScript, fileOf, runUnpacked, script } from './verifiers.ts'

// Packages that somebody else made and that lean on what everybody may have of a platform: its certificates, its list of revocations,
// its stamps over whatever it is sent.

const hasTools = requireTool('dash') && requireTool('openssl') && requireTool('sha256sum')
const stamped = 'META-INF/ASiCManifest001.xml'
let platform: Authority
let other: Authority
let otherKeys: SigningRequest['keys']
let entries: Entry[]
beforeAll(async () => {
  platform = await localAuthority()
  const dir = temporary()
  other = await localAuthority(dir)
  otherKeys = await keysOf(dir)
  const { bytes } = await writeSample(await makeSample(other, statementFor(smallContents)), smallContents)
  entries = await entriesOf(bytes)
})

const content = (path: string) => entries.find((e) => e[0] === path)![1]
const rootOf = (authority: Authority) => authority.trustMaterial().ca

/** What somebody else sealed, with the platform's root where the reader looks for its fingerprint. */
const inTheNameOfThePlatform = (roots: string, list = entries) =>
  sealedAnew(
    withParts(list, [
      ['trust/ca.pem', utf8(roots)],
      ['trust/crl.pem', utf8(platform.trustMaterial().crl)],
    ]),
    (bytes) => sealedBy(bytes, otherKeys, { beside: rootOf(platform), stamper: other }),
  )

describe.runIf(hasTools)('the script is not led to another root than the one whose fingerprint it tells', () => {
  it('by a second one in the package', async () => {
    for (const roots of [
      rootOf(platform) + rootOf(other),
      // PEM is read in pieces of 254 characters: this one begins in the middle of a line.
      `${rootOf(platform)}${'x'.repeat(254)}${rootOf(other)}`,
    ]) {
      const outcome = byScript(await inTheNameOfThePlatform(roots))
      expect(outcome.text).not.toContain('Result: valid')
      expect(outcome.ok).toBe(false)
    }
  })

  it('by a second one that its reader gave for something else', async () => {
    const both = fileOf(rootOf(platform) + rootOf(other))
    expect(byScript(await inTheNameOfThePlatform(rootOf(platform)), both).ok).toBe(false)
    expect(byScript(entries, both).ok).toBe(true)
  })

  it('by one of the package that its reader did not give', async () => {
    const outcome = byScript(
      await sealedAnew(replaced(entries, 'trust/ca.pem', utf8(rootOf(platform))), (bytes) =>
        sealedBy(bytes, otherKeys, { beside: rootOf(platform), stamper: other }),
      ),
      fileOf(rootOf(other)),
    )
    expect(outcome.text).toContain('none of those you gave')
    expect(outcome.ok).toBe(false)
  })

  it('by one that the machine trusts, though all stamps are the platform’s', async () => {
    const { list, machine } = await sealedByMachineCa()
    const shim = join(temporary(), 'openssl')
    writeFileSync(
      shim,
      `#!/bin/sh\nSSL_CERT_DIR='${machine}' exec ${runTool('sh', ['-c', 'command -v openssl']).text.trim()} "$@"\n`,
    )
    chmodSync(shim, 0o755)
    const path = `PATH=${join(shim, '..')}:${process.env['PATH']}`
    const outcome = runUnpacked(list, 'env', [path, 'dash', script, fileOf(rootOf(platform))])
    expect(outcome.text).not.toContain('Result: valid')
    expect(outcome.ok).toBe(false)
  })
})

it.runIf(hasTools)(
  'names of a package neither steer the terminal nor turn a line around where the script tells them',
  async () => {
    for (const [written, shown] of [
      ['\u001b[2J\u001b[HResult: valid', '?[2J?[HResult: valid'],
      ['\u009b8m', '?8m'],
      ['\u202efdp.截图', '?fdp.截图'],
      ['\u2066\u200b\ufeff', '???'],
    ] as const) {
      const manifest = fromUtf8(content(stamped)).replace('data/page.html', `data/${written}`)
      const list = replaced(entries, stamped, utf8(manifest))
      const outcome = byScript(await sealedAnew(list, (bytes) => other.signDetached(bytes)))
      expect(outcome.text).toContain(`data/${shown}\n`)
      expect(outcome.ok).toBe(false)
    }
  },
)

describe.runIf(requireTool('openssl'))(
  'whoever trusts several roots is not shown one of them for what another vouched for',
  () => {
    const reasons = ({ verdict, facts }: VerificationReport) => ({
      verdict,
      why: facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`),
    })
    const judge = (list: Entry[], ...anchors: string[]) => verifyPackage(blobOf(buildZip(list)), { anchors })

    it('of two platforms', async () => {
      const forged = await inTheNameOfThePlatform(rootOf(platform))
      expect(reasons(await judge(forged, rootOf(platform), rootOf(other)))).toMatchObject({
        verdict: 'invalid',
        why: expect.arrayContaining(['fixed-in-time:chain-untrusted', 'package-sealed:chain-untrusted']) as string[],
      })
      const [mine, theirs] = [rootOf(other), rootOf(platform)]
      for (const roots of [
        [mine, theirs],
        [theirs, mine],
      ]) {
        const { verdict, facts } = await judge(entries, ...roots)
        expect(verdict).toBe('valid')
        const pdf = await verifyCertificate(blobOf(content('certificate.pdf')), { anchors: roots })
        expect(pdf.facts.find((f) => f.code === 'root-compared')).toEqual(facts.find((f) => f.code === 'root-compared'))
      }
    })

    it('of a platform and an authority that sells seals, though the platform stamps for everybody', async () => {
      const authority = openAuthorityOf(temporary())
      const { chain, key } = authority.issue({ name: 'Somebody Else' })
      const [leaf, between] = chain.split(/(?=-----BEGIN)/) as [string, string]
      const seal = (bytes: Uint8Array) =>
        sealedBy(bytes, heldBy(leaf, key), { beside: between, stamper: platform }).then((b) => new Uint8Array(b))
      const { proofs: _, ...model } = (await makeSample(other, statementFor(smallContents))).model
      const pdf = await sealPdf(await drawCertificate(model), { signCertificate: seal })
      const roots = [rootOf(platform), authority.root]
      expect(reasons(await verifyCertificate(blobOf(pdf), { anchors: roots })).why).toEqual([
        'certificate-sealed:chain-untrusted',
      ])
      const { tsa, crl } = platform.trustMaterial()
      const unlogged = entries.filter(([path]) => path !== 'log/evidence.tlog-proof' && path !== 'trust/log.pem')
      for (const root of roots) {
        const parts: Entry[] = [
          ['META-INF/timestamp001.tst', await publicStamp(platform, content(stamped))],
          ['trust/tsa.pem', utf8(tsa)],
          ['trust/crl.pem', utf8(crl)],
          ['trust/ca.pem', utf8(root)],
          ['trust/seal.pem', utf8(leaf)],
          ['certificate.pdf', pdf],
        ]
        expect(reasons(await judge(await sealedAnew(withParts(unlogged, parts), seal), ...roots))).toMatchObject({
          verdict: 'invalid',
          why: expect.arrayContaining(['package-sealed:chain-untrusted']) as string[],
        })
      }
    })
  },
)

function heldBy(pem: string, key: string): SigningRequest['keys'] {
  const certificate = readPem(pem)[0]!.raw
  return {
    info: () => ({ certificate, algorithm: 'rsa-sha256' }),
    sign: (_: string, __: string, bytes: Uint8Array) =>
      Promise.resolve(new Uint8Array(sign('sha256', bytes, createPrivateKey(key)))),
  } as unknown as SigningRequest['keys']
}

/** A seal by an authority that stands in the folder of what a machine trusts. */
async function sealedByMachineCa() {
  const [dir, machine] = [temporary(), temporary()]
  const openssl = (...args: string[]) => expect(runTool('openssl', args, dir)).toMatchObject({ ok: true })
  const made = ['req', '-x509', '-utf8', '-newkey', 'rsa:2048', '-nodes']
  openssl(
    ...made,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Company CA',
    '-addext',
    'keyUsage=critical,keyCertSign',
  )
  const leaf = [
    'basicConstraints=critical,CA:false',
    'extendedKeyUsage=emailProtection',
    'keyUsage=critical,digitalSignature',
  ]
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', ...leaf.flatMap((extension) => ['-addext', extension])]
  openssl(...made, '-keyout', 'leaf.key', '-out', 'leaf.pem', '-subj', '/CN=Somebody', ...signed)
  const read = (name: string) => readFileSync(join(dir, name), 'utf8')
  writeFileSync(join(machine, 'ca.pem'), read('ca.pem'))
  openssl('rehash', machine)
  const keys = heldBy(read('leaf.pem'), read('leaf.key'))
  const { tsa, crl } = platform.trustMaterial()
  const parts: Entry[] = [
    ['META-INF/timestamp001.tst', await publicStamp(platform, content(stamped))],
    ['trust/tsa.pem', utf8(tsa)],
    ['trust/crl.pem', utf8(crl)],
    ['trust/ca.pem', utf8(read('ca.pem'))],
    ['trust/seal.pem', utf8(read('leaf.pem'))],
  ]
  const unlogged = entries.filter(([path]) => path !== 'log/evidence.tlog-proof' && path !== 'trust/log.pem')
  const seal = (bytes: Uint8Array) => sealedBy(bytes, keys, { beside: read('ca.pem'), stamper: platform })
  return { machine, list: await sealedAnew(withParts(unlogged, parts), seal) }
}
