import { X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { CdpSecurityDetails } from '../../../server/captures/engine/cdp-events.ts'
import { startDeadline } from '../../../server/captures/engine/deadline.ts'
import type { Exchange } from '../../../server/captures/engine/exchange.ts'
import type { Session } from '../../../server/captures/engine/sessions.ts'
import { collectTls, tlsOf } from '../../../server/captures/web/package/tls-chains.ts'
import { makeCertificate } from '../../kit/fixture-site/certificate.ts'

const origin = 'https://shop.example'
const open = { deadline: startDeadline(new AbortController().signal, 60_000) }

/** As the browser tells of an answer, and the certificate that it came under. */
async function underOwn(endsInDays: number, more: Partial<Exchange> = {}) {
  const certificate = new X509Certificate((await makeCertificate({ endsInDays })).cert)
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000)
  const security: CdpSecurityDetails = {
    protocol: 'TLS 1.3',
    keyExchange: '',
    cipher: 'AES_128_GCM',
    subjectName: '岛风百货测试',
    sanList: ['localhost', '127.0.0.1'],
    issuer: '岛风百货测试',
    validFrom: seconds(certificate.validFromDate),
    validTo: seconds(certificate.validToDate),
    certificateTransparencyCompliance: 'unknown',
  }
  const exchange = { url: `${origin}/`, security, fromServiceWorker: false, ...more } as Exchange
  return { certificate, exchange, validTo: certificate.validToDate.toISOString() }
}

/** A page that has one certificate to offer, or never answers. */
const page = (answer: X509Certificate | 'never') =>
  ({
    type: 'page',
    send: () =>
      answer === 'never' ? new Promise(() => {}) : Promise.resolve({ tableNames: [answer.raw.toString('base64')] }),
  }) as unknown as Session

describe('the certificate of a page', () => {
  it('is the one that the page came under, though its site showed another one before', async () => {
    const [first, shown] = [await underOwn(30), await underOwn(90)]
    const tls = await collectTls(open, [first.exchange, first.exchange, shown.exchange], [page(shown.certificate)])
    expect(tls.map(({ validTo, certificates }) => [validTo, certificates])).toEqual([
      [first.validTo, 0],
      [shown.validTo, 1],
    ])
    expect(tlsOf(tls, shown.exchange)).toMatchObject({ validTo: shown.validTo, certificates: 1 })
    expect(tls[1]?.pem).toEqual([shown.certificate.toString()])
  })

  it('has no chain where the browser offers that of another one', async () => {
    const [first, shown] = [await underOwn(30), await underOwn(90)]
    const tls = await collectTls(open, [first.exchange, shown.exchange], [page(first.certificate)])
    expect(tlsOf(tls, shown.exchange)).toMatchObject({ validTo: shown.validTo, certificates: 0 })
  })

  it('is none where the page’s own service worker made it', async () => {
    const script = await underOwn(30)
    const made = await underOwn(30, { security: script.exchange.security, fromServiceWorker: true })
    const tls = await collectTls(open, [script.exchange, made.exchange], [page(script.certificate)])
    expect(tls).toHaveLength(1)
    expect(tlsOf(tls, made.exchange)).toBeNull()
  })

  it('lacks its chain where nobody answers, and the page is not lost with it', async () => {
    const { exchange } = await underOwn(30)
    const isLate = {
      ...open.deadline,
      step: <T>(name: string, _: number, work: Promise<T>) => open.deadline.step(name, 5, work),
    }
    const tls = await collectTls({ deadline: isLate }, [exchange], [page('never')])
    expect(tlsOf(tls, exchange)).toMatchObject({ certificates: 0 })
  })
})
