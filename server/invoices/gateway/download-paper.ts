import axios from 'axios'
import { mostInvoiceFile } from '../../../contract/invoices/staff-invoices.ts'
import { assertReachable, guardedAgents } from '../../kit/egress/guarded-agent.ts'

/** The file at an address that a gateway told: encrypted, nowhere inside, no redirects. A counterpart on this machine (`endpoint`) has its own files alone. */
export async function downloadPaper(
  address: string,
  { endpoint, patience }: { endpoint: string | undefined; patience: number },
): Promise<Buffer> {
  const url = new URL(address)
  const isCounterpart = endpoint !== undefined && url.origin === new URL(endpoint).origin
  if (url.protocol !== 'https:' && !isCounterpart) throw new Error('the file of an invoice is not sent encrypted')
  const allowed = isCounterpart ? [url.hostname] : []
  await assertReachable(url, allowed)
  const { http, https } = guardedAgents(allowed)
  const { data } = await axios.get<ArrayBuffer>(url.href, {
    responseType: 'arraybuffer',
    httpAgent: http,
    httpsAgent: https,
    proxy: false,
    maxRedirects: 0,
    maxContentLength: mostInvoiceFile,
    timeout: patience * 1_000,
    signal: AbortSignal.timeout(patience * 1_000),
  })
  return Buffer.from(data)
}
