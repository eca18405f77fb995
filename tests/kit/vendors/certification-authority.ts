import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runTool } from '../outside/tools.ts'

interface Wanted {
  name?: string
  key?: string[]
  purposes?: string
  days?: number
}

export interface CertificationAuthority {
  /** PEM of its root. */
  root: string
  /** A certificate with its key: the chain is the certificate, the authority in between, the root. */
  issue(wanted?: Wanted): { chain: string; key: string }
}

/** A certification authority made by openssl: a root, an authority below it, and what that issues. */
export function openAuthorityOf(dir: string, name = 'Example CA'): CertificationAuthority {
  let made = 0
  const at = (file: string) => join(dir, file)
  const read = (file: string) => readFileSync(at(file), 'utf8')
  const run = (...args: string[]) => {
    const { ok, text } = runTool('openssl', args, dir)
    if (!ok) throw new Error(text)
  }
  const request = (file: string, subject: string, key: string[]) =>
    run('req', '-new', '-newkey', ...key, '-nodes', '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', subject)
  const sign = (file: string, by: string, days: number, extensions: string) => {
    writeFileSync(at(`${file}.ext`), extensions)
    run(
      'x509',
      '-req',
      '-in',
      `${file}.csr`,
      '-CA',
      `${by}.pem`,
      '-CAkey',
      `${by}.key`,
      '-CAcreateserial',
      '-days',
      String(days),
      '-sha256',
      '-extfile',
      `${file}.ext`,
      '-out',
      `${file}.pem`,
    )
  }
  run(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    'root.key',
    '-out',
    'root.pem',
    '-days',
    '3650',
    '-subj',
    `/CN=${name} Root`,
    '-addext',
    'keyUsage=critical,keyCertSign,cRLSign',
  )
  request('between', `/CN=${name} Documents`, ['rsa:2048'])
  sign('between', 'root', 3000, 'basicConstraints=critical,CA:true,pathlen:0\nkeyUsage=critical,keyCertSign,cRLSign\n')
  return {
    root: read('root.pem'),
    issue({
      name: holder = 'Example Notary Ltd',
      key = ['rsa:2048'],
      purposes = '1.3.6.1.5.5.7.3.36,emailProtection',
      days = 700,
    } = {}) {
      const file = `seal${++made}`
      request(file, `/CN=${holder}/O=Example`, key)
      sign(
        file,
        'between',
        days,
        `basicConstraints=critical,CA:false\nkeyUsage=critical,digitalSignature,nonRepudiation\nextendedKeyUsage=${purposes}\n`,
      )
      return { chain: read(`${file}.pem`) + read('between.pem') + read('root.pem'), key: read(`${file}.key`) }
    },
  }
}
