import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostInvoiceFile } from '../../contract/invoices/staff-invoices.ts'
import { downloadPaper } from '../../server/invoices/gateway/download-paper.ts'
import { onLoopback } from '../../server/sandbox/on-loopback.ts'
import { pdf } from '../kit/invoice-files.ts'

let files: Awaited<ReturnType<typeof onLoopback>>
let asked: string[]
beforeAll(async () => {
  files = await onLoopback(
    createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(request.url === '/large' ? Buffer.alloc(mostInvoiceFile + 1) : pdf)
    }),
  )
})
afterAll(() => files.close())

describe('the file of an invoice', () => {
  const get = (address: string, endpoint?: string) => {
    asked = []
    return downloadPaper(address, { endpoint, patience: 5 })
  }

  it('is fetched from the counterpart that stands for the gateway', async () => {
    expect((await get(`${files.endpoint}/x.pdf`, files.endpoint)).equals(pdf)).toBe(true)
  })

  it.each([
    ['unencrypted', (e: string) => e],
    ['from inside', (e: string) => e.replace('http:', 'https:')],
    ['from inside by another spelling', (e: string) => e.replace('http://127.0.0.1', 'https://[::ffff:7f00:1]')],
    ['from the metadata of a cloud', () => 'https://169.254.169.254'],
  ])('is not fetched %s', async (_, spelled) => {
    await expect(get(`${spelled(files.endpoint)}/x.pdf`)).rejects.toThrow(/encrypted|egress refused/)
    expect(asked).toEqual([])
  })

  it('is not fetched from beside the counterpart', async () => {
    const other = files.endpoint.replace(/\d+$/, '1')
    await expect(get(`${other}/x.pdf`, files.endpoint)).rejects.toThrow('encrypted')
  })

  it('is no larger than a file of an invoice may be', async () => {
    await expect(get(`${files.endpoint}/large`, files.endpoint)).rejects.toThrow(/maxContentLength/)
  })
})
