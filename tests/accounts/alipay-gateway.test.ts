import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { serialOf } from '../../server/kit/alipay/certificates.ts'
import { alipayClient } from '../../server/kit/alipay/client.ts'
import type { AlipayFailure } from '../../server/kit/alipay/failure.ts'
import { alipayAppOf } from '../../server/kit/alipay/alipay.settings.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import type { AlipayMischief } from '../../server/sandbox/alipay-answers.ts'
import { type AlipayVendor, startAlipay } from '../../server/sandbox/alipay-gateway.ts'
import { configOf } from '../kit/vendors/pay-settings.ts'
import { type Issued, issueFor, type Issuer, newEcRoot, newRoot } from '../kit/vendors/certificates.ts'
import { settingsFolder, type SettingsFolder } from '../kit/vendors/settings.ts'

/** As openssl reads the certificate. */
async function numberByOpenssl(pem: string) {
  const told = runTool('openssl', [
    'x509',
    '-noout',
    '-serial',
    '-issuer',
    '-nameopt',
    'RFC2253',
    '-in',
    await folder.write('one.pem', pem),
  ]).text
  const [, serial, issuer] = /serial=(\w+)\nissuer=(.+)\n/.exec(told)!
  return createHash('md5')
    .update(`${issuer}${BigInt(`0x${serial}`)}`)
    .digest('hex')
}

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [app, alipay, stranger] = [pair(), pair(), pair()]
const bare = (key: typeof app.publicKey) => key.export({ type: 'spki', format: 'der' }).toString('base64')
const appId = '2021000000000001'
const method = 'alipay.user.certify.open.query'

let vendor: AlipayVendor
let folder: SettingsFolder
beforeAll(async () => {
  folder = await settingsFolder()
  vendor = await startAlipay({
    apps: { [appId]: app.publicKey },
    alipay: alipay.privateKey,
    stranger: stranger.privateKey,
  })
})
afterAll(() => Promise.all([vendor.close(), folder.remove()]))
beforeEach(() => {
  Object.assign(vendor, {
    next: [],
    asked: [],
    skew: 0,
    signFirst: false,
    write: (fields: object) => JSON.stringify(fields),
  })
  vendor.methods[method] = ({ biz }) => ({
    code: '10000',
    msg: 'Success',
    certify_id: biz['certify_id'],
    passed: 'T',
    count: 41,
  })
})

const settings = (more: object = {}) => ({
  appId,
  privateKey: app.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  alipayPublicKey: bare(alipay.publicKey),
  endpoint: vendor.endpoint,
  ...more,
})
async function clientOf(given: object = settings()) {
  const path = await folder.write(`${Math.random()}.json`, given)
  return alipayClient(alipayAppOf(configOf({ alipayPath: path }), 'local')!)
}
const ask = async (certify_id = 'c1', client = clientOf()) =>
  (await client).call(method, { bizContent: { certify_id } })
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('was taken'),
    (error: unknown) => error as AlipayFailure,
  )

describe('the gateway, by key', () => {
  test.each(['孙·尚香 & 𠮷=1+1 % 100%', '{"a":"}\\"{"}', '', '/\\/'])(
    'takes a request and its answer, whatever is in them: %s',
    async (id) => {
      expect(await ask(id)).toMatchObject({ certify_id: id, passed: 'T' })
    },
  )

  test.each([
    ['slashes escaped', (f: object) => JSON.stringify(f).replaceAll('/', String.raw`\/`)],
    [
      'other signs escaped',
      (f: object) =>
        JSON.stringify(f).replace(/[^ -~]/g, (c) => String.raw`\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['spaces and lines', (f: object) => JSON.stringify(f, null, 2)],
    [
      'its own name and "sign" in a value',
      (f: object) => JSON.stringify({ ...f, note: `"alipay_user_certify_open_query_response":{"x":1},"sign":"y"}}{{` }),
    ],
  ])('takes a signed answer however it is written: %s', async (_, write) => {
    for (const signFirst of [false, true]) {
      Object.assign(vendor, { write, signFirst })
      expect(await ask('孙尚香/𠮷')).toMatchObject({ certify_id: '孙尚香/𠮷', passed: 'T' })
    }
  })

  test.each<AlipayMischief>([
    'value changed',
    'keys turned',
    'spaces added',
    'forged',
    'unsigned',
    'empty sign',
    'sign no base64',
    'sign of another',
    'second before',
    'second behind',
    'error beside',
    'other method',
  ])('refuses an answer that nobody can have signed who may: %s', async (mischief) => {
    vendor.next = [mischief]
    expect(await failureOf(ask())).toMatchObject({ name: 'Error', kind: 'untrusted' })
  })

  test("an answer to an earlier question is told apart by its ids, which are the caller's to compare", async () => {
    await ask('first')
    vendor.next = ['replay']
    expect(await ask('second')).toMatchObject({ certify_id: 'first' })
  })

  test.each<AlipayMischief>(['hang', 'hang up', 'half', 'redirect', '502', 'huge'])(
    'knows nothing where no answer comes: %s',
    async (mischief) => {
      vendor.next = [mischief]
      expect(await failureOf(ask('c', clientOf(settings({ patience: 0.3 }))))).toMatchObject({ kind: 'unanswered' })
    },
  )

  test.each([
    ['40005', 'isv.call-limited', 'later'],
    ['20001', 'aop.invalid-auth-token', 'again'],
    ['40002', 'isv.code-invalid', 'again'],
    ['40002', 'isv.invalid-signature', 'ours'],
    ['40001', 'isv.missing-app-id', 'ours'],
    ['40003', 'isv.missing-signature-config', 'ours'],
    ['40006', 'isv.insufficient-isv-permissions', 'ours'],
    ['40004', 'CERTIFY_ID_EXPIRED', 'business'],
  ])('refusal %s %s is %s, signed or not', async (code, subCode, kind) => {
    for (const more of [{}, { unsigned: true }, { inError: true }, { inError: true, unsigned: true }]) {
      vendor.next = [{ code, subCode, subMsg: '孙尚香 110101199003070000', ...more }]
      const failure = await failureOf(ask('孙尚香'))
      expect(failure).toMatchObject({ kind, subCode })
      expect(`${failure.message}${String(failure.stack)}`).not.toMatch(/孙尚香|1101/)
    }
  })

  test('tries a busy gateway once more with the same words, and never a third time', async () => {
    vendor.next = [{ code: '20000', subCode: 'isp.unknow-error' }]
    expect(await ask('order-1')).toMatchObject({ passed: 'T' })
    expect(vendor.asked.map(({ biz }) => biz)).toEqual([{ certify_id: 'order-1' }, { certify_id: 'order-1' }])
    vendor.next = [
      { code: '20000', subCode: 'isp.unknow-error' },
      { code: '20000', subCode: 'isp.unknow-error' },
    ]
    expect(await failureOf(ask())).toMatchObject({ kind: 'later' })
    expect(vendor.asked).toHaveLength(4)
  })

  test('a success without its code counts only where the method has none', async () => {
    vendor.methods[method] = () => ({ user_id: '2088' })
    expect(await failureOf(ask())).toMatchObject({ kind: 'untrusted' })
    expect(await (await clientOf()).call(method, { bare: true })).toEqual({ user_id: '2088' })
    vendor.next = ['unsigned']
    expect(await failureOf((await clientOf()).call(method, { bare: true }))).toMatchObject({ kind: 'untrusted' })
  })

  test('a clock that is far off is told as ours to mend, and one of some minutes harms nothing', async () => {
    vendor.skew = 14 * 60_000
    expect(await ask()).toMatchObject({ passed: 'T' })
    vendor.skew = 16 * 60_000
    expect(await failureOf(ask())).toMatchObject({ kind: 'ours', subCode: 'isv.invalid-timestamp' })
  })

  test('the address of a page is signed like a request', async () => {
    vendor.pages[method] = ({ biz }) => ({ html: `page of ${String(biz['certify_id'])}` })
    const url = (await clientOf()).pageUrl(method, {
      bizContent: { certify_id: 'a&b=孙' },
      params: { return_url: 'https://x.example/y?z=1' },
    })
    expect(await (await fetch(url)).text()).toBe('page of a&b=孙')
    expect(await (await fetch(url.replace('x.example', 'evil.example'))).text()).toContain('isv.invalid-signature')
  })

  test('what lets somebody in is in no address', async () => {
    const code = vendor.codeOf(appId)
    const urls: string[] = []
    const real = globalThis.fetch
    globalThis.fetch = (url, init) => {
      urls.push(String(url))
      return real(url, init)
    }
    try {
      expect(
        await (
          await clientOf()
        ).call('alipay.system.oauth.token', { params: { grant_type: 'authorization_code', code }, bare: true }),
      ).toMatchObject({ user_id: '2088102104794936' })
    } finally {
      globalThis.fetch = real
    }
    expect(urls).toHaveLength(1)
    expect(urls[0]).not.toContain(code)
  })
})

describe('the gateway, by certificates', () => {
  let [root, ec, foreign]: Issuer[] = []
  let [own, theirs, renewed, expired, strange]: Issued[] = []
  let certified: AlipayVendor
  const pem = (key: Issued) => String(key.key.export({ type: 'pkcs8', format: 'pem' }))
  const sn = ({ pem: text }: { pem: string }) => serialOf(new X509Certificate(text))

  beforeAll(async () => {
    root = await newRoot('C=CN, O=Test Financial, OU=Authority, CN=Test Root R1')
    ec = await newEcRoot('C=CN, O=Test Financial, CN=Test Root E1')
    foreign = await newRoot('C=CN, O=Elsewhere, CN=Elsewhere Root')
    own = await issueFor(root, 'C=CN, CN=app')
    theirs = await issueFor(root, 'C=CN, CN=alipay')
    renewed = await issueFor(root, 'C=CN, CN=alipay')
    expired = await issueFor(root, 'C=CN, CN=alipay', new Date('2022-01-01'))
    strange = await issueFor(foreign, 'C=CN, CN=alipay')
  })
  const given = (alipayCertificate: string, more: object = {}) => ({
    appId,
    privateKey: pem(own!),
    appCertificate: own!.pem,
    alipayCertificate,
    rootCertificate: `${ec!.pem}\n${root!.pem}`,
    endpoint: certified.endpoint,
    ...more,
  })
  async function start(signer: Issued) {
    certified = await startAlipay({
      apps: { [appId]: own!.key },
      alipay: signer.key,
      stranger: strange!.key,
      certified: { appSn: sn(own!), rootSn: sn(root!), alipaySn: sn(signer), foreignSn: sn(strange!) },
    })
    certified.methods[method] = () => ({ code: '10000', passed: 'T' })
    return certified
  }

  test.runIf(requireTool('openssl'))(
    'the number of a certificate is the MD5 of its issuer, last part first, and its serial number',
    async () => {
      expect(sn(own!)).toBe(await numberByOpenssl(own!.pem))
      expect(sn(own!)).toMatch(/^[0-9a-f]{32}$/)
    },
  )

  test('takes what one of the known certificates signed, the renewed one too', async () => {
    for (const signer of [theirs!, renewed!]) {
      await start(signer)
      expect(await ask('c', clientOf(given(`${theirs!.pem}\n${renewed!.pem}`)))).toMatchObject({ passed: 'T' })
      await certified.close()
    }
  })

  test('refuses what an unknown, an ended or a foreign certificate signed', async () => {
    await start(renewed!)
    expect(await failureOf(ask('c', clientOf(given(theirs!.pem))))).toMatchObject({ kind: 'untrusted' })
    certified.next = ['foreign certificate']
    expect(await failureOf(ask('c', clientOf(given(`${renewed!.pem}\n${strange!.pem}`))))).toMatchObject({
      kind: 'untrusted',
    })
    await certified.close()
    await start(expired!)
    expect(await failureOf(ask('c', clientOf(given(expired!.pem))))).toMatchObject({ kind: 'untrusted' })
    await certified.close()
  })

  test('does not start with certificates that lead nowhere or belong to another key', async () => {
    await expect(clientOf(given(strange!.pem))).rejects.toThrow('none that leads to rootCertificate')
    await expect(clientOf(given(theirs!.pem, { privateKey: pem(theirs!) }))).rejects.toThrow(
      'not the one of privateKey',
    )
  })
})

describe('the settings', () => {
  test.each([
    ['neither key nor certificates', { alipayPublicKey: undefined }, 'give alipayPublicKey, or'],
    ['both', { appCertificate: 'x' }, 'give alipayPublicKey, or'],
    [
      'a short key',
      {
        privateKey: generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
      },
      '2048 bits',
    ],
    ['no key', { privateKey: 'secret-words' }, 'privateKey cannot be read'],
    ['a typo', { privatKey: 'x' }, 'privatKey'],
    ['an endpoint elsewhere', { endpoint: 'http://alipay.example' }, 'counterpart on this machine'],
  ])('refuse %s, without telling what is in them', async (_, more, words) => {
    await expect(clientOf(settings(more))).rejects.toThrow(words)
    await expect(clientOf(settings(more))).rejects.not.toThrow('secret-words')
  })

  test('a platform with an application of its own signs as that one', async () => {
    const own = pair()
    const path = await folder.write(
      'two.json',
      settings({
        platforms: {
          other: {
            appId: '2021000000000002',
            privateKey: own.privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64'),
            alipayPublicKey: bare(alipay.publicKey),
          },
        },
      }),
    )
    const all = configOf({ alipayPath: path })
    expect([alipayAppOf(all, 'local')?.appId, alipayAppOf(all, 'other')?.appId]).toEqual([appId, '2021000000000002'])
    expect(alipayAppOf(all, 'other')?.endpoint).toBe(vendor.endpoint)
  })
})
