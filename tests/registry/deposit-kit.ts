import { Readable } from 'node:stream'
import { request as ask, type IncomingHttpHeaders } from 'node:http'
import { tusPath } from '../../contract/registry/uploads.ts'
import { issueCertificate } from '../../server/certificates/certificates.jobs.ts'
import { whenLogged } from '../../server/certificates/when-logged.ts'
import { sequenceLog } from '../../server/trust/log/sequencer.service.ts'
import { kindTable } from '../../server/kinds/kind-table.ts'
import { newId } from '../../server/kit/ids.ts'
import { sealDeposit } from '../../server/registry/deposits.jobs.ts'
import { checkUpload } from '../../server/registry/uploads.jobs.ts'
import type { Authority } from '../../server/trust/keys/authority.service.ts'
import { calls } from '../../contract/calls.ts'
import type { Call } from '../../contract/kit/call.ts'
import { pathOf } from '../../contract/kit/call.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { localAuthority, temporary } from '../trust/sample.ts'

/** What a worker does, one after the other, until nothing is left to do. */
export async function runJobs(t: TestApp, authority: Authority) {
  const { db } = t.services
  for (const { id } of await db.system.selectFrom('upload').select('id').where('state', '=', 'checking').execute())
    await checkUpload(t.services, { jobId: newId(), id })
  const deposits = await db.system
    .selectFrom('evidence')
    .select('id')
    .where('category', '<>', 'ATTSETATIONURL')
    .execute()
  for (const { id } of deposits)
    await sealDeposit({ services: t.services, authority, kinds: kindTable }, { jobId: newId(), id })
  await sequenceLog(t.services, authority, whenLogged(t.services))
  const workDir = temporary()
  for (const { id } of deposits)
    await issueCertificate({ services: t.services, authority, workDir }, { jobId: newId(), id })
}

export const openLocalAuthority = () => localAuthority()

export interface TusReply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** Speaks the protocol over a real connection; `cutAfter` breaks it off once so many bytes were written. */
export function tus(
  url: string,
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE',
  headers: Record<string, string>,
  body?: Buffer,
  { cutAfter }: { cutAfter?: number } = {},
): Promise<TusReply | 'cut'> {
  return new Promise((done, fail) => {
    const req = ask(
      url,
      {
        method,
        headers: {
          'tus-resumable': '1.0.0',
          ...(method === 'PATCH'
            ? { 'content-type': 'application/offset+octet-stream', 'content-length': String(body?.length ?? 0) }
            : {}),
          ...headers,
        },
      },
      (res) => {
        const parts: Buffer[] = []
        res.on('data', (d: Buffer) => parts.push(d))
        res.on('end', () =>
          done({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts).toString() }),
        )
      },
    )
    req.on('error', (error) => (cutAfter === undefined ? fail(error) : done('cut')))
    if (cutAfter === undefined) return void req.end(body)
    req.write(body!.subarray(0, cutAfter), () => setTimeout(() => req.destroy(), 150))
  })
}

const metadata = (name: string) => `filename ${Buffer.from(name).toString('base64')}`

/** Begins an upload; the path of its own. */
export async function beginUpload(
  base: string,
  who: { token: string },
  name: string,
  size: number,
  more: Record<string, string> = {},
): Promise<TusReply> {
  return (await tus(`${base}${tusPath}`, 'POST', {
    'x-auth-token': who.token,
    'upload-length': String(size),
    'upload-metadata': metadata(name),
    ...more,
  })) as TusReply
}

export const idOf = (reply: TusReply) => reply.headers.location!.split('/').at(-1)!

/** A whole file by the specification's own way. */
export async function sendFile(
  t: TestApp,
  as: Member | undefined,
  bytes: Buffer,
  {
    name = '合同.txt',
    fields = {},
    call = calls.uploads.upload as Call,
    headers = {},
  }: { name?: string; fields?: Record<string, string>; call?: Call; headers?: Record<string, string> } = {},
) {
  const boundary = 'part-of-a-form'
  const text = Object.entries(fields)
    .map(([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`)
    .join('')
  const payload = Readable.from([
    Buffer.from(
      `${text}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await t.inject({
    method: 'POST',
    url: pathOf(call),
    payload,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(as ? { 'x-auth-token': as.token } : {}),
      ...headers,
    },
  })
  return response.json() as {
    success: boolean
    errorCode?: string
    data: {
      fileId: string
      fileName: string
      fileSize: number
      fileType: string
      sha256: string
      sm3: string
      fields?: { path: string; key: string }[]
    }
  }
}
