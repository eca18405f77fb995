import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { readSignedPdf } from '../../proof/formats/pdf-bytes.ts'
import { verifyCertificate } from '../../proof/formats/pdf.ts'
import type { VerificationReport } from '../../proof/report.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { openAuthority, type Authority } from '../../server/trust/keys/authority.service.ts'
import { holdCeremony, importSeal, renewKeys, revokeKey, type SealImport } from '../../server/trust/keys/ceremony.ts'
import { issuedCertificates } from '../../server/trust/keys/issued.ts'
import { runProgram } from '../kit/outside/programs.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import { openAuthorityOf, type CertificationAuthority } from '../kit/vendors/certification-authority.ts'
import { blobOf, makeSample, smallContents, statementFor, temporary, writeSample, type Sample } from './sample.ts'
import { seed, seeded } from './seeded.ts'

const passphrase = 'a passphrase of the service'
const rootPassphrase = 'a passphrase of two people'
let ca: CertificationAuthority

async function platform() {
  const home = temporary()
  writeFileSync(join(home, 'passphrase'), passphrase, { mode: 0o600 })
  const settings = {
    keysDir: join(home, 'keys'),
    offlineDir: join(home, 'offline'),
    passphrase,
    rootPassphrase,
    now: new Date(),
  }
  const clock = {
    ahead: 0,
    now: () => new Date(Date.now() + clock.ahead),
    state: () => Promise.resolve({ source: 'chrony' as const, proven: true }),
  }
  await holdCeremony({ ...settings, platformName: '岛风', local: false })
  return {
    home,
    settings,
    clock,
    open: () =>
      openAuthority({
        dir: settings.keysDir,
        mode: 'production',
        platformName: '岛风',
        passphraseFile: join(home, 'passphrase'),
        clock,
      }),
  }
}

const take = (
  settings: Awaited<ReturnType<typeof platform>>['settings'],
  given: { chain: string; key: string },
  more: Partial<SealImport> = {},
) => importSeal({ ...settings, ...given, keyPassphrase: undefined, now: new Date(), ...more })
const certificateBy = async (authority: Authority) => (await makeSample(authority, statementFor(smallContents))).pdf
const signerOf = async (authority: Authority) =>
  (
    await verifyCertificate(blobOf(await certificateBy(authority)), { anchors: [authority.trustMaterial().ca] })
  ).facts.find((f) => f.code === 'certificate-sealed')?.detail['signer']
const states = ({ facts }: VerificationReport) => Object.fromEntries(facts.map((f) => [f.code, f.status]))
const refusals = ({ facts }: VerificationReport) =>
  facts.filter((f) => f.status === 'failed').map((f) => `${f.code}:${f.detail['reason']}`)

describe.runIf(requireTool('openssl'))('a seal that a certification authority issued', () => {
  let authority: Authority
  let sample: Sample
  let own: string
  beforeAll(async () => {
    ca = openAuthorityOf(temporary())
    const { settings, open } = await platform()
    await take(settings, ca.issue())
    authority = await open()
    own = authority.trustMaterial().ca
    sample = await makeSample(authority, statementFor(smallContents))
  })

  it('seals certificates, is vouched for by the platform’s root, and is recognised by whoever brings the authority’s', async () => {
    const bare = await verifyCertificate(blobOf(sample.pdf), { anchors: [own] })
    expect(refusals(bare)).toEqual([])
    expect(bare.facts.find((f) => f.code === 'certificate-sealed')?.detail['signer']).toBe('Example Notary Ltd')
    expect(bare.facts.find((f) => f.code === 'seal-recognised')).toMatchObject({
      status: 'unavailable',
      dependsOn: 'ca',
      detail: { authority: 'Example CA Root', root: 'unknown' },
    })
    const both = await verifyCertificate(blobOf(sample.pdf), { anchors: [own, ca.root] })
    expect(states(both)).toEqual({ ...states(bare), 'seal-recognised': 'proven' })
    expect(states(await verifyCertificate(blobOf(sample.pdf)))).toEqual({
      ...states(bare),
      'root-compared': 'unavailable',
    })
  })

  it('leaves packages as they are: sealed by the platform, valid by its root alone, and so for their script', async () => {
    const { bytes, path } = await writeSample(sample, smallContents)
    const report = await verifyPackage(blobOf(bytes), { anchors: [own] })
    expect(report).toMatchObject({ verdict: 'valid' })
    expect(report.facts.find((f) => f.code === 'package-sealed')?.detail['signer']).toBe('Evidence Seal')
    expect(states(report)['seal-recognised']).toBe('unavailable')
    if (!requireTool('unzip')) return
    const dir = temporary()
    runTool('unzip', ['-q', path, '-d', dir])
    writeFileSync(join(dir, '../own.pem'), own)
    expect(runTool('sh', ['verify.sh', '../own.pem'], dir).ok).toBe(true)
  })

  it('is good for openssl and for readers of PDF, who know nothing of us', () => {
    const dir = temporary()
    const { signature, content } = readSignedPdf(new Uint8Array(sample.pdf))
    for (const [name, bytes] of Object.entries({
      'seal.p7s': signature,
      content,
      'root.pem': ca.root,
      'certificate.pdf': sample.pdf,
    }))
      writeFileSync(join(dir, name), bytes)
    const verified = runTool(
      'openssl',
      [
        'cms',
        '-verify',
        '-cades',
        '-binary',
        '-inform',
        'DER',
        '-in',
        'seal.p7s',
        '-content',
        'content',
        '-CAfile',
        'root.pem',
        '-out',
        '/dev/null',
      ],
      dir,
    )
    expect(verified).toMatchObject({ ok: true })
    if (!requireTool('pdfsig')) return
    const { text } = runTool('pdfsig', ['-nocert', 'certificate.pdf'], dir)
    expect(text).toContain('Signature is Valid')
    expect(text).toContain('Total document signed')
    expect(text).toContain('Example Notary Ltd')
  })

  it('shows a flipped bit wherever it is, even in what only the authority’s root could prove', async () => {
    const random = seeded(seed)
    console.log(`sweep of a seal from outside: seed ${seed}`)
    const gap = sample.pdf.indexOf('/Contents <') + 11
    const length = 2 * readSignedPdf(new Uint8Array(sample.pdf)).signature.length
    for (let i = 0; i < 700; i++) {
      const changed = Buffer.from(sample.pdf)
      const at = gap + random(length)
      changed[at]! ^= 1 << random(8)
      expect({
        at,
        unnoticed: refusals(await verifyCertificate(blobOf(changed), { anchors: [own] })).length === 0,
      }).toEqual({ at, unnoticed: false })
    }
  }, 240_000)

  it('is refused where the platform’s root does not vouch for it, whoever issued it', async () => {
    const other = await platform()
    await take(other.settings, ca.issue({ name: 'Somebody Else' }))
    const forged = await certificateBy(await other.open())
    expect(refusals(await verifyCertificate(blobOf(forged), { anchors: [own, ca.root] }))).toContain(
      'certificate-sealed:chain-untrusted',
    )
  })

  it.each([
    ['P-256', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
    ['P-384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
  ])('may be of %s as well', async (_, key) => {
    const { settings, open } = await platform()
    await take(settings, ca.issue({ key }))
    const there = await open()
    expect(
      refusals(
        await verifyCertificate(blobOf(await certificateBy(there)), { anchors: [there.trustMaterial().ca, ca.root] }),
      ),
    ).toEqual([])
  })
})

describe.runIf(requireTool('openssl'))('taking a seal over', () => {
  it('is refused for what no reader would accept, and changes nothing then', async () => {
    const { settings, open } = await platform()
    const good = ca.issue()
    const upTo = (count: number) =>
      good.chain
        .split(/(?=-----BEGIN)/)
        .slice(0, count)
        .join('')
    const wrong: [RegExp, { chain: string; key: string }, Partial<SealImport>?][] = [
      [/another certificate/, { ...good, key: ca.issue().key }],
      [/the whole chain/, { ...good, chain: upTo(2) }],
      [/the whole chain/, { ...good, chain: upTo(1) }],
      [/chain-untrusted/, { ...good, chain: upTo(1) + ca.root }],
      [/chain-untrusted/, { ...good, chain: upTo(2) + openAuthorityOf(temporary(), 'Other CA').root }],
      [/document signing and e-mail/, ca.issue({ purposes: 'emailProtection' })],
      [/document signing and e-mail/, ca.issue({ purposes: '1.3.6.1.5.5.7.3.36' })],
      [/neither RSA/, ca.issue({ key: ['rsa:1024'] })],
      [/neither RSA/, ca.issue({ key: ['ec', '-pkeyopt', 'ec_paramgen_curve:P-521'] })],
      [/not-valid-then/, good, { now: new Date(Date.now() + 800 * 86_400_000) }],
      [/certificates cannot be read/, { ...good, chain: 'nothing' }],
      [/key cannot be read/, { ...good, key: 'nothing' }],
    ]
    for (const [why, given, more] of wrong)
      await expect(take(settings, given, more)).rejects.toMatchObject({
        code: 'seal-unfit',
        message: expect.stringMatching(why) as string,
      })
    await expect(take(settings, good, { passphrase: 'another passphrase' })).rejects.toMatchObject({
      code: 'passphrase-differs',
    })
    expect(await signerOf(await open())).toBe('Evidence Seal')
    await take(settings, good)
    expect(await signerOf(await open())).toBe('Example Notary Ltd')
  })

  it('reaches a running service, outlives a renewal, and ends with its time or its revocation: then certificates bear the platform’s own again', async () => {
    const { settings, open, clock } = await platform()
    const running = await open()
    const tsaBefore = readPem(running.trustMaterial().tsa)[0]!.serial
    expect(await signerOf(running)).toBe('Evidence Seal')
    await take(settings, ca.issue({ days: 60 }))
    await running.refresh()
    expect(await signerOf(running)).toBe('Example Notary Ltd')
    expect(readPem(running.trustMaterial().tsa)[0]!.serial).toBe(tsaBefore)
    await renewKeys(settings)
    await running.refresh()
    expect(await signerOf(running)).toBe('Example Notary Ltd')
    expect(running.endings()).toEqual([])
    clock.ahead = 40 * 86_400_000
    expect(running.endings().map((e) => e.what)).toContain('ca-seal-key')
    clock.ahead = 61 * 86_400_000
    expect(await signerOf(running)).toBe('Evidence Seal')
    clock.ahead = 0
    const before = await certificateBy(running)
    const vouched = (await issuedCertificates(settings.keysDir)).findLast((c) => c.id === 'ca-seal')!
    await revokeKey({
      ...settings,
      serial: vouched.serial.toString(16),
      reason: 'keyCompromise',
      at: new Date(),
      now: new Date(),
    })
    await running.refresh()
    expect(await signerOf(running)).toBe('Evidence Seal')
    expect(refusals(await verifyCertificate(blobOf(before), { anchors: [running.trustMaterial().ca] }))).toEqual([])
  })

  it('is done at a terminal, from files as an authority hands them over', async () => {
    const { home, settings } = await platform()
    const dir = join(home, 'from-ca')
    mkdirSync(dir)
    const { chain, key } = ca.issue()
    const files = { chain, key, 'root.secret': rootPassphrase, 'key.secret': 'of the key alone' }
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { mode: 0o600 })
    runTool('openssl', ['pkcs8', '-topk8', '-in', 'key', '-out', 'key.pem', '-passout', 'file:key.secret'], dir)
    const run = (...more: string[]) =>
      runProgram('ceremony', [
        'import-seal',
        '--keys',
        settings.keysDir,
        '--offline',
        settings.offlineDir,
        '--certificate',
        join(dir, 'chain'),
        '--key',
        join(dir, 'key.pem'),
        '--passphrase-file',
        join(home, 'passphrase'),
        '--root-passphrase-file',
        join(dir, 'root.secret'),
        '--lang',
        'en',
        ...more,
      ])
    expect(await run()).toMatchObject({ code: 1, text: expect.stringContaining('cannot be taken over') as string })
    const { code, text } = await run('--key-passphrase-file', join(dir, 'key.secret'))
    expect(code).toBe(0)
    expect(text).toContain('Seal of a certification authority')
    expect(text).not.toContain('Former certificates')
    expect(readFileSync(join(settings.keysDir, 'active/ca-seal.key.pem'), 'utf8')).toContain(
      'BEGIN ENCRYPTED PRIVATE KEY',
    )
  })
})
