// A client of the open API without dependencies, for Node 20 and later. See README.md beside it.
import { createHash, randomUUID, sign } from 'node:crypto'
import { createReadStream, openAsBlob, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Asks one operation; gives the JSON answer, or the bytes of a certificate or package. A file goes along as a Blob, behind all other fields. */
export async function ask({ url, accessKey, privateKey }, operation, payload, file) {
  const path = `/open-api/v1/${operation}`
  const fields = {
    request_id: randomUUID().replaceAll('-', ''),
    access_key: accessKey,
    tonce: String(Math.floor(Date.now() / 1000)),
    payload: JSON.stringify(payload),
  }
  const text = `POST${path}${fields.request_id}${fields.access_key}${fields.tonce}${fields.payload}`
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64')
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, signature })) form.set(name, value)
  if (file) form.set('file', file)
  const response = await fetch(new URL(path, url), { method: 'POST', body: form, headers: { 'x-lang': 'en' } })
  if (!response.headers.get('content-type')?.startsWith('application/json'))
    return Buffer.from(await response.arrayBuffer())
  const answer = await response.json()
  if (!answer.success) throw new Error(`${answer.code}: ${answer.message} ${JSON.stringify(answer.data ?? '')}`)
  return answer.data
}

/** Deposits a file: its SHA-256 stands in what is signed, so nobody can exchange it on the way. */
export async function depositFile(client, path, more) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return ask(
    client,
    'deposit-file',
    { fileName: basename(path), sha256: hash.digest('hex'), ...more },
    await openAsBlob(path),
  )
}

if (import.meta.filename === process.argv[1]) {
  const [operation, payload = '{}', path] = process.argv.slice(2)
  const { OPEN_API_URL: url, OPEN_API_KEY: accessKey, OPEN_API_PRIVATE_KEY: file = 'private.pem' } = process.env
  if (!operation || !url || !accessKey) {
    console.error(
      'OPEN_API_URL=https://… OPEN_API_KEY=<access key> [OPEN_API_PRIVATE_KEY=private.pem] node open-api-client.mjs <operation> <payload as JSON> [file of deposit-file]',
    )
    process.exit(2)
  }
  const client = { url, accessKey, privateKey: readFileSync(file) }
  const answer = await (path
    ? depositFile(client, path, JSON.parse(payload))
    : ask(client, operation, JSON.parse(payload)))
  process.stdout.write(Buffer.isBuffer(answer) ? answer : `${JSON.stringify(answer, null, 2)}\n`)
}
