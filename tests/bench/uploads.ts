import { randomFillSync } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { uploadCalls, tusPath } from '../../contract/registry/uploads.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { openFileStore } from '../../server/kit/storage/file-store.ts'
import { ownerNamed } from '../kit/people/owner-named.ts'
import { signIn, startServiceProcess } from '../kit/outside/service-process.ts'
import { beginUpload, idOf } from '../registry/deposit-kit.ts'

const megabytes = 512

const seconds = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}
const rate = (taken: number) => `${(megabytes / taken).toFixed(0).padStart(4)} MB/s`

/** A file through the resumable protocol, piece by durable piece, beside the same file in one stream, and beside the store alone. */
export async function benchUploads(dir: string) {
  const source = join(dir, 'upload-source')
  const file = await open(source, 'w')
  for (let i = 0; i < megabytes; i++) await file.write(randomFillSync(Buffer.alloc(1 << 20)))
  await file.close()
  const service = await startServiceProcess(join(dir, 'upload-service'))
  try {
    const { token } = await signIn(
      service.url,
      '19000000001',
      /enterprise\s+19000000001\s+(\S+)/.exec(service.said())?.[1] ?? '',
    )
    const id = idOf(await beginUpload(service.url, { token }, 'bench.bin', megabytes << 20))
    const sent = await seconds(() => resumable(service.url, token, id, source))
    const ready = await seconds(() => untilReady(service.url, token, id))
    const whole = await seconds(() => inOneStream(service.url, token, source))
    const store = await openFileStore(join(dir, 'upload-store'), ownerNamed('bench'), async () => {})
    const alone = await seconds(() => store.put(createReadStream(source)))
    console.log(`Sending a file of ${megabytes} MB to a service on this machine:`)
    console.log(`  resumable, every 8 MiB durable                 ${rate(sent)}`)
    console.log(`  the same until put together, hashed, re-read   ${rate(sent + ready)}`)
    console.log(`  in one stream, hashed, re-read                 ${rate(whole)}`)
    console.log(`  the store alone, without a service             ${rate(alone)}, for comparison`)
  } finally {
    await service.end('SIGINT')
    await rm(source, { force: true })
  }
}

async function resumable(url: string, token: string, id: string, source: string) {
  const headers = {
    'x-auth-token': token,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(megabytes << 20),
  }
  const body = Readable.toWeb(createReadStream(source, { highWaterMark: 1 << 20 })) as ReadableStream
  const reply = await fetch(`${url}${tusPath}/${id}`, { method: 'PATCH', headers, body, duplex: 'half' } as RequestInit)
  if (reply.status !== 204) throw new Error(await reply.text())
}

async function untilReady(url: string, token: string, id: string) {
  for (;;) {
    const { data } = (await (
      await fetch(`${url}${pathOf(uploadCalls.info, { id })}`, { headers: { 'x-auth-token': token } })
    ).json()) as { data: { state: string } }
    if (data.state === 'ready') return
    await new Promise((r) => setTimeout(r, 50))
  }
}

async function inOneStream(url: string, token: string, source: string) {
  const form = new FormData()
  form.append('file', await openAsBlob(source), 'bench.bin')
  const reply = (await (
    await fetch(`${url}${pathOf(uploadCalls.upload)}`, {
      method: 'POST',
      headers: { 'x-auth-token': token },
      body: form,
    })
  ).json()) as { success: boolean; errorMessage: string }
  if (!reply.success) throw new Error(reply.errorMessage)
}
