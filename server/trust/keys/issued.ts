import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Certificate, readPem } from '../../../proof/formats/x509.ts'
import { caSealFiles } from './ca-seal.ts'
import { everySet } from './key-folder.ts'
import type { KeyId } from './key-provider.ts'

/** A certificate that the root issued, and the set that it stands in. */
export interface Issued {
  id: KeyId
  set: string
  serial: bigint
  certificate: Certificate
}

/** Of all keys that ever signed for this platform, oldest first. */
export const issuedCertificates = async (keysDir: string): Promise<Issued[]> => issuedIn(await everySet(keysDir))

export async function issuedIn(sets: readonly string[]): Promise<Issued[]> {
  const found: Issued[] = []
  for (const set of sets) {
    for (const id of ['tsa', 'seal', 'log', 'ca-seal'] as const) {
      // Of a seal that an authority issued, the root's word for it.
      const pem = await readFile(join(set, id === 'ca-seal' ? caSealFiles.vouched : `${id}.cert.pem`), 'utf8').catch(
        () => undefined,
      )
      const certificate = pem && readPem(pem)[0]
      if (certificate) found.push({ id, set, serial: certificate.serial, certificate })
    }
  }
  return found
}
