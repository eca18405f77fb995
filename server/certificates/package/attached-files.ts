import { attached, attachedName, type Attached } from '../../../proof/package/attachments.ts'
import type { AttachedFile } from '../../kit/pdf/attach-files.ts'

const types: Record<Attached, string> = {
  'evidence.json': 'application/json',
  'META-INF/ASiCManifest001.xml': 'text/xml',
  'META-INF/timestamp001.tst': 'application/vnd.etsi.timestamp-token',
  'log/evidence.tlog-proof': 'text/plain',
  'trust/log.pem': 'application/x-pem-file',
  'trust/ca.pem': 'application/x-pem-file',
  'trust/crl.pem': 'application/x-pem-file',
}

/** What proves the statement, as it is attached to the certificate: the page is made from the statement, and the rest belongs to it. */
export const attachedFiles = (parts: Map<Attached, Uint8Array>): AttachedFile[] =>
  attached.map((path) => {
    const bytes = parts.get(path)
    if (!bytes) throw new Error(`certificate: nothing to attach as ${path}`)
    return {
      name: attachedName(path),
      type: types[path],
      relationship: path === 'evidence.json' ? 'Source' : 'Data',
      bytes,
    }
  })
