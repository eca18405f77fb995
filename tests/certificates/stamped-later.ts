import { utf8 } from '../../proof/bytes.ts'
import { readPem } from '../../proof/formats/x509.ts'
import { stampPaths } from '../../proof/package/appended-entries.ts'
import { evidenceManifest, stampManifest } from '../../proof/package/manifest.ts'
import type { LaterProof } from '../../server/evidence/packages/later-proofs.read.ts'
import { askStamp } from '../../server/trust/stamps/ask-authority.service.ts'
import { type Stamp, startTsa } from '../kit/vendors/tsa.ts'
import type { Sample } from '../trust/sample.ts'

const closing: (() => Promise<void>)[] = []

/** Ends the authorities that stamped. */
export async function closeStamping() {
  for (const close of closing.splice(0)) await close()
}

/** What a package of a sample gets appended when an authority has stamped it. */
export async function stampedBy(
  of: Sample,
  number: number,
  stamp: Stamp,
  roots: string,
  now = () => new Date(),
): Promise<LaterProof[]> {
  const tsa = await startTsa(stamp)
  closing.push(() => tsa.close())
  const paths = stampPaths(number)
  const manifest = await stampManifest(number, {
    manifest: await evidenceManifest(of.statement, of.bytes),
    token: of.token,
    roots: utf8(roots),
  })
  const { token } = await askStamp(
    { id: 'x', name: 'x', url: tsa.url, roots, anchors: readPem(roots), hash: 'sha256', tolerance: 60, patience: 20 },
    manifest,
    [],
    now,
  )
  return [
    { path: paths.manifest, bytes: manifest },
    { path: paths.token, bytes: token },
    { path: paths.roots, bytes: utf8(roots) },
  ]
}
