import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pathOf } from '../../contract/kit/call.ts'
import { tusPath, uploadCalls } from '../../contract/registry/uploads.ts'
import { pieceBytes } from '../../server/registry/tus-store.ts'
import { createTestBucket } from '../kit/outside/bucket.ts'
import { signIn } from '../kit/outside/service-process.ts'
import { beginUpload, idOf, tus, type TusReply } from '../registry/deposit-kit.ts'
import { startExternalDatabase } from './external-database.ts'
import { startApi, startWorkerProcess } from './machines.ts'

it('an upload begun at one machine goes on at another when the first is lost, and a third puts it together', async () => {
  const home = await mkdtemp(join(tmpdir(), 'skz-uploads-'))
  const [bucket, database] = [await createTestBucket(), await startExternalDatabase(join(home, 'database'))]
  const shared = { home, env: { ...database.env, ...bucket.env } }
  const first = await startApi(shared, 'first')
  const others = [await startApi(shared, 'second'), await startWorkerProcess(shared, 'worker')] as const
  const [second] = others
  try {
    const content = randomBytes(3 * pieceBytes + 77)
    const { token } = await signIn(
      first.url,
      '19000000001',
      /enterprise\s+19000000001\s+(\S+)/.exec(first.said())?.[1] ?? '',
    )
    const headers = { 'x-auth-token': token }
    const id = idOf(await beginUpload(first.url, { token }, 'large.bin', content.length))
    const offsetAt = async (url: string) =>
      Number(((await tus(`${url}${tusPath}/${id}`, 'HEAD', headers)) as TusReply).headers['upload-offset'])
    const sending = request(`${first.url}${tusPath}/${id}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
        'content-length': content.length,
      },
    })
    sending.on('error', () => {})
    sending.write(content.subarray(0, 2 * pieceBytes))
    await expect.poll(() => offsetAt(second.url), { timeout: 20_000 }).toBeGreaterThanOrEqual(pieceBytes)
    await first.end('SIGKILL')
    sending.destroy()
    const offset = await offsetAt(second.url)
    expect(
      (
        (await tus(
          `${second.url}${tusPath}/${id}`,
          'PATCH',
          { ...headers, 'upload-offset': String(offset) },
          content.subarray(offset),
        )) as TusReply
      ).status,
    ).toBe(204)
    const info = async () =>
      (
        (await (await fetch(`${second.url}${pathOf(uploadCalls.info, { id })}`, { headers })).json()) as {
          data: { sha256: string | null }
        }
      ).data.sha256
    await expect.poll(info, { timeout: 30_000 }).toBe(createHash('sha256').update(content).digest('hex'))
    await expect
      .poll(async () => (await bucket.keys()).filter((k) => k.startsWith('parts/')), { timeout: 10_000 })
      .toEqual([])
  } finally {
    for (const process of [first, ...others]) await process.end('SIGKILL')
    await database.stop()
    await bucket.remove()
    await rm(home, { recursive: true, force: true })
  }
}, 120_000)
