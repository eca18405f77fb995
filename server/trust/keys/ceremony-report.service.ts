import { createHash, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Certificate } from '../../../proof/formats/x509.ts'
import { readPem } from '../../../proof/formats/x509.ts'
import { say, type Language } from '../../kit/words.ts'
import { activeSet } from './key-folder.ts'
import { issuedCertificates } from './issued.ts'
import type { KeyId } from './key-provider.ts'
import { readList, type ListRead } from './revocation-list.ts'
import { TrustError } from '../trust-error.types.ts'

interface Issued {
  id: 'root' | KeyId
  certificate: Certificate
  signUntil?: Date
}

/** What anybody may know of a key folder: certificates and the list, no keys and no passphrase. */
export interface KeyReport {
  inUse: Issued[]
  former: Issued[]
  list: ListRead
  /** When the first key in use stops signing. */
  until: Date
}

export async function reportOf(keysDir: string): Promise<KeyReport> {
  const set = await activeSet(keysDir)
  if (!set) throw new TrustError('keys-missing', keysDir)
  const read = (name: string) => readFile(join(set, name), 'utf8')
  const { signUntil } = JSON.parse(await read('keys.json')) as { signUntil: Record<KeyId, string> }
  const issued = await issuedCertificates(keysDir)
  const current = issued.filter((c) => c.set === set).map((c) => ({ ...c, signUntil: new Date(signUntil[c.id]) }))
  const root = readPem(await read('ca.pem'))[0]!
  const until = current.map((c) => c.signUntil).toSorted((a, b) => Number(a) - Number(b))[0]!
  return {
    inUse: [{ id: 'root', certificate: root }, ...current],
    former: issued.filter((c) => c.set !== set && !current.some((now) => now.serial === c.serial)),
    list: readList(await read('crl.pem')),
    until,
  }
}

export const minute = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Groups of four in lines of four: long enough to be quick, short enough to be read out and heard. */
export function readableFingerprint(certificate: Certificate): string[] {
  const digits = createHash('sha256').update(certificate.raw).digest('hex').toUpperCase()
  const groups = digits.match(/.{4}/g) ?? []
  return [0, 4, 8, 12].map((i) => groups.slice(i, i + 4).join(' '))
}

const serialOf = (certificate: Certificate) => new X509Certificate(certificate.raw).serialNumber

export function describeKeys(language: Language, { inUse, former, list }: KeyReport): string {
  const word = (key: string, params = {}) => say(language, 'cli', `ceremony.${key}`, params)
  const about = ({ id, certificate, signUntil }: Issued) => {
    const revoked = list.revoked.find((r) => r.serial === certificate.serial)
    return [
      `${word(`key.${id}`)}: ${certificate.commonName}`,
      `  ${word('serial', { serial: serialOf(certificate) })}`,
      `  ${word('valid', { from: minute(certificate.notBefore), until: minute(certificate.notAfter) })}`,
      ...(signUntil ? [`  ${word('signs', { until: minute(signUntil) })}`] : []),
      ...(revoked ? [`  ${word('revoked', { at: minute(revoked.at) })}`] : []),
      `  ${word('fingerprint')}`,
      ...readableFingerprint(certificate).map((line) => `    ${line}`),
      '',
    ]
  }
  const old = former.flatMap(about)
  const current = word('list', { number: list.number, issued: minute(list.issued), next: minute(list.next) })
  return [...inUse.flatMap(about), ...(old.length ? [word('former'), '', ...old] : []), current].join('\n')
}

export interface Act {
  command: 'create' | 'renew' | 'revoke' | 'crl' | 'import-seal'
  params: Record<string, string>
  at: Date
}

/** For the offline folder, in both languages: who reads it in ten years is not who wrote it. */
export function ceremonyRecord(act: Act, report: KeyReport): string {
  const part = (language: Language) =>
    [
      say(language, 'cli', 'ceremony.title'),
      say(language, 'cli', 'ceremony.when', { at: minute(act.at) }),
      say(language, 'cli', `ceremony.act.${act.command}`, act.params),
      '',
      describeKeys(language, report),
      '',
      say(language, 'cli', 'ceremony.present'),
      '',
      '',
    ].join('\n')
  return `${part('zh-CN')}${'-'.repeat(72)}\n\n${part('en')}`
}
