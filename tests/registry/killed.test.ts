import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { tusPath } from '../../contract/registry/uploads.ts'
import { pieceBytes } from '../../server/registry/tus-store.ts'
import { signIn, startServiceProcess } from '../kit/outside/service-process.ts'
import { beginUpload, idOf, tus, type TusReply } from './deposit-kit.ts'

const passwordIn = (said: string) => /enterprise\s+19000000001\s+(\S+)/.exec(said)?.[1] ?? ''

it('a service that is killed while it writes goes on behind the last byte it told of, and the file is what was sent', async () => {
  const data = await mkdtemp(join(tmpdir(), 'skz-killed-'))
  const content = randomBytes(6 * pieceBytes + 1_234)
  let service = await startServiceProcess(data)
  try {
    const { token } = await signIn(service.url, '19000000001', passwordIn(service.said()))
    const headers = { 'x-auth-token': token }
    const id = idOf(await beginUpload(service.url, { token }, 'large.bin', content.length))
    const at = () => `${service.url}${tusPath}/${id}`
    const offsetOf = async () => Number(((await tus(at(), 'HEAD', headers)) as TusReply).headers['upload-offset'])
    // Bytes keep coming while it is killed: some were told of, some were on their way.
    const sending = request(at(), {
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
    sending.write(content.subarray(0, 3 * pieceBytes + 5))
    await new Promise((r) => setTimeout(r, 1_500))
    await service.end('SIGKILL')
    sending.destroy()
    service = await startServiceProcess(data)
    const offset = await offsetOf()
    expect(offset).toBeGreaterThanOrEqual(2 * pieceBytes)
    expect(offset).toBeLessThanOrEqual(3 * pieceBytes + 5)
    expect(
      (
        (await tus(
          at(),
          'PATCH',
          { ...headers, 'upload-offset': String(offset) },
          content.subarray(offset),
        )) as TusReply
      ).status,
    ).toBe(204)
    const info = async () =>
      (
        (await (await fetch(`${service.url}/shimakaze/upload/${id}`, { headers })).json()) as {
          data: { sha256: string | null }
        }
      ).data.sha256
    await expect.poll(info, { timeout: 30_000 }).toBe(createHash('sha256').update(content).digest('hex'))
  } finally {
    await service.end('SIGKILL')
    await rm(data, { recursive: true, force: true })
  }
}, 120_000)
