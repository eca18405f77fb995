import 'reflect-metadata'
import { createPrivateKey, X509Certificate as NodeCertificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { X509Certificate } from '@peculiar/x509'
import { readRevocationList } from '../../../proof/formats/crl.ts'
import { readPem } from '../../../proof/formats/x509.ts'
import { encrypted, keyOf, pemOf, years, type Root } from './issue.ts'
import { exists, replaceFile, writeFolder } from './key-folder.ts'
import { readList, writeRevocationList, type Revoked } from './revocation-list.ts'
import { TrustError } from '../trust-error.types.ts'

const keyFile = 'root.key.pem'
const certificateFile = 'root.cert.pem'
/** The newest list, so that its number rises even where the key folder was restored from an older copy. */
const listFile = 'crl.pem'

export const hasRoot = (offlineDir: string) => exists(join(offlineDir, keyFile))

/** The key comes last and at once: a folder that has one is complete. It may be a medium of its own, so it is not replaced. */
export async function writeRoot(offlineDir: string, root: Root, passphrase: string, note: string) {
  await writeFolder(offlineDir, { [certificateFile]: pemOf(root.certificate), 'README.txt': note })
  await replaceFile(join(offlineDir, keyFile), encrypted(root.key, passphrase))
}

/** The root key with its certificate; `ca` is the one of the keys in use, which must be the same. */
export async function openRoot(offlineDir: string, passphrase: string, ca: string | undefined): Promise<Root> {
  const pem = await readFile(join(offlineDir, keyFile), 'utf8').catch(() => {
    throw new TrustError('root-missing', offlineDir)
  })
  const own = await readFile(join(offlineDir, certificateFile), 'utf8').catch(() => ca)
  if (own === undefined) throw new TrustError('root-missing', certificateFile)
  const key = decrypt(pem, passphrase)
  const certificate = new NodeCertificate(own)
  if (!certificate.checkPrivateKey(key) || (ca !== undefined && !new NodeCertificate(ca).raw.equals(certificate.raw)))
    throw new TrustError('root-differs')
  return { key: key.export({ format: 'der', type: 'pkcs8' }), certificate: new X509Certificate(own) }
}

function decrypt(pem: string, passphrase: string) {
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new TrustError('root-unreadable')
  }
}

interface NextList {
  offlineDir: string
  root: Root
  /** The list of the keys in use. */
  current: string | undefined
  now: Date
  change?: (revoked: Revoked[]) => Revoked[]
}

/** Signs the list that follows the newest one, and keeps a copy beside the root before anybody else gets it. */
export async function signNextList({
  offlineDir,
  root,
  current,
  now,
  change = (revoked) => revoked,
}: NextList): Promise<string> {
  const rootPem = pemOf(root.certificate)
  const kept = await readFile(join(offlineDir, listFile), 'utf8').catch(() => undefined)
  const lists = [current, kept].filter((l) => l !== undefined)
  for (const list of lists) await readRevocationList(list, readPem(rootPem)[0]!)
  const newest = lists.map(readList).toSorted((a, b) => b.number - a.number)[0]
  const revoked = change(newest?.revoked ?? [])
  const list = writeRevocationList({
    rootPem,
    rootKey: keyOf(root.key),
    number: (newest?.number ?? 0) + 1,
    issued: now,
    next: years(now, 1),
    revoked,
  })
  await replaceFile(join(offlineDir, listFile), list)
  return list
}
