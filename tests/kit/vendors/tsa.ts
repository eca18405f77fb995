import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from '../outside/tools.ts'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'

/** Makes a TimeStampResp of a TimeStampReq. */
export type Stamp = (query: Buffer) => Uint8Array | Promise<Uint8Array>

/** What it does in place of stamping. */
export type TsaManner =
  | 'hang'
  | 'hang up'
  | { status: number; headers?: Record<string, string>; body?: Uint8Array }
  | Stamp

export interface Tsa {
  url: string
  /** Queries that came. */
  asked: Buffer[]
  heads: IncomingMessage['headers'][]
  /** What it does with the next ones; then it stamps. */
  next: TsaManner[]
  /** What it does with all, while set. */
  always: TsaManner | undefined
  close(): Promise<void>
}

/** A time-stamp authority on loopback that speaks the protocol over HTTP (RFC 3161 §3.4). */
export async function startTsa(stamp: Stamp): Promise<Tsa> {
  const tsa = {
    asked: [] as Buffer[],
    heads: [] as IncomingMessage['headers'][],
    next: [] as TsaManner[],
    always: undefined as TsaManner | undefined,
  }
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const query = Buffer.concat(pieces)
    tsa.asked.push(query)
    tsa.heads.push(request.headers)
    const manner = tsa.next.shift() ?? tsa.always ?? stamp
    if (manner === 'hang') return
    if (manner === 'hang up') return void response.destroy()
    if (typeof manner !== 'function')
      return void response
        .writeHead(manner.status, { 'content-type': 'application/timestamp-reply', ...manner.headers })
        .end(manner.body)
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(await manner(query))
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  const { endpoint, close } = await onLoopback(server)
  return Object.assign(tsa, { url: `${endpoint}/tsa`, close })
}

/** The openssl program as an authority: RSA keys under an intermediate, SHA-512, ESSCertID by SHA-1 if asked so. */
export interface OpensslTsa {
  stamp: Stamp
  root: string
  /** Puts its key on the list of the intermediate, whose path this is. */
  revoke(): string
  /** Keys and lists go; it stamps nothing any more. */
  remove(): void
}

const settings = (
  dir: string,
  { digest, ess, policy, fraction }: { digest: string; ess: string; policy: string; fraction: number },
) => `
[req]
distinguished_name = name
prompt = no
[name]
CN = unused
[v3_root]
basicConstraints = critical,CA:true
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[v3_middle]
basicConstraints = critical,CA:true,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
[v3_tsa]
basicConstraints = CA:false
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[ca]
default_ca = middle
[middle]
database = ${dir}/index.txt
certificate = ${dir}/middle.pem
private_key = ${dir}/middle.key
default_md = sha256
default_crl_days = 30
crlnumber = ${dir}/crlnumber
[tsa]
default_tsa = one
[one]
dir = ${dir}
serial = ${dir}/serial
crypto_device = builtin
signer_cert = ${dir}/tsa.pem
certs = ${dir}/chain.pem
signer_key = ${dir}/tsa.key
signer_digest = ${digest}
default_policy = ${policy}
digests = sha256, sha384, sha512
accuracy = secs:1, millisecs:500, microsecs:100
ordering = no
tsa_name = yes
ess_cert_id_chain = yes
ess_cert_id_alg = ${ess}
clock_precision_digits = ${fraction}
`

export const opensslPolicy = '1.3.6.1.4.1.99999.1.2'

/** Keys of 4096 bits take seconds; `bits` is what a test needs. `fraction`: to how many digits below a second its clock tells. */
export function openOpensslTsa({ bits = 2048, digest = 'sha256', ess = 'sha256', fraction = 0 } = {}): OpensslTsa {
  const dir = mkdtempSync(join(tmpdir(), 'skz-tsa-'))
  const at = (name: string) => join(dir, name)
  const run = (...args: string[]) => {
    const { ok, text } = runTool('openssl', args, dir)
    if (!ok) throw new Error(text)
  }
  writeFileSync(at('c.cnf'), settings(dir, { digest, ess, policy: opensslPolicy, fraction }))
  for (const [name, text] of [
    ['serial', '1000\n'],
    ['crlnumber', '01\n'],
    ['index.txt', ''],
  ] as const)
    writeFileSync(at(name), text)
  const issue = (name: string, subject: string, by: string | undefined) => {
    run(
      'req',
      '-new',
      '-newkey',
      `rsa:${bits}`,
      '-nodes',
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.csr`),
      '-subj',
      subject,
      '-config',
      at('c.cnf'),
    )
    const signer = by
      ? ['-CA', at(`${by}.pem`), '-CAkey', at(`${by}.key`), '-CAcreateserial']
      : ['-signkey', at(`${name}.key`)]
    run(
      'x509',
      '-req',
      '-in',
      at(`${name}.csr`),
      ...signer,
      '-sha384',
      '-days',
      '3650',
      '-extfile',
      at('c.cnf'),
      '-extensions',
      `v3_${name}`,
      '-out',
      at(`${name}.pem`),
    )
  }
  issue('root', '/C=CN/O=Example Trust/CN=Example Root', undefined)
  issue('middle', '/C=CN/O=Example Trust/CN=Example Time CA', 'root')
  issue('tsa', '/C=CN/O=Example Trust/CN=Example TSA 1', 'middle')
  const pem = (name: string) => readFileSync(at(`${name}.pem`), 'utf8')
  writeFileSync(at('chain.pem'), pem('middle') + pem('root'))
  return {
    root: pem('root'),
    stamp: (query) => {
      writeFileSync(at('q.tsq'), query)
      run('ts', '-reply', '-config', at('c.cnf'), '-section', 'one', '-queryfile', at('q.tsq'), '-out', at('r.tsr'))
      return readFileSync(at('r.tsr'))
    },
    revoke: () => {
      run('ca', '-config', at('c.cnf'), '-revoke', at('tsa.pem'))
      run('ca', '-config', at('c.cnf'), '-gencrl', '-out', at('crl.pem'))
      return at('crl.pem')
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
