import { createHash, X509Certificate } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { utf8 } from '../../../proof/bytes.ts'
import { packageManifest } from '../../../proof/package/manifest.ts'
import { fixedEntries, packageMimeType, unlistedEntries, type FixedEntry } from '../../../proof/package/paths.ts'
import { writeSums } from '../../../proof/package/sums.ts'
import { readToken } from '../../../proof/formats/tsp.ts'
import type { Authority } from '../../trust/keys/authority.service.ts'
import { PackageError } from './package-error.ts'
import { provingParts, type Provable } from './proving-parts.ts'
import { readme, verifyScript } from './verify-sh.ts'

export interface PackageFile {
  /** As in the statement, under `data/`. */
  path: string
  open: () => Readable
  size: number
  sha256: string
}

export interface PackageParts extends Provable {
  files: PackageFile[]
  certificatePdf: Uint8Array
  authority: Pick<Authority, 'sealer'>
  out: Writable | string
}

/**
 * Writes an ASiC-E package. Everything is known beforehand but the bytes of the originals, which are digested again while
 * they pass: a store that went bad fails here instead of travelling on.
 */
export async function writePackage(parts: PackageParts): Promise<void> {
  checkFiles(parts)
  const fixed = await fixedParts(parts)
  if (typeof parts.out === 'string') await toFile(parts, fixed, parts.out)
  else await write(parts, fixed, parts.out)
}

type Fixed = Map<FixedEntry, Uint8Array>

function checkFiles({ statement, files }: PackageParts) {
  const stated = new Map(statement.files.map((f) => [f.path, f]))
  for (const { path, size, sha256 } of files) {
    const file = stated.get(path)
    if (file?.size !== size || file.sha256 !== sha256) throw new PackageError('files-differ-from-statement', path)
    stated.delete(path)
  }
  if (stated.size) throw new PackageError('files-differ-from-statement', [...stated.keys()][0])
}

async function fixedParts(parts: PackageParts): Promise<Fixed> {
  const { token, files, certificatePdf, authority } = parts
  const sealer = authority.sealer()
  const trust = sealer.trustMaterial()
  const fixed: Fixed = new Map<FixedEntry, Uint8Array>([
    ['mimetype', utf8(packageMimeType)],
    ['README.txt', await readme()],
    ['verify.sh', await verifyScript()],
    ['certificate.pdf', certificatePdf],
    ['trust/tsa.pem', utf8(await stampKeys(token, trust.tsa))],
    ['trust/seal.pem', utf8(trust.seal)],
    ...(await provingParts(parts, trust)),
  ])
  const digests = new Map(files.map((f) => [f.path, f.sha256]))
  for (const [path, bytes] of fixed) if (!unlistedEntries.includes(path)) digests.set(path, sha256(bytes))
  const sums = writeSums(digests)
  const manifest = await packageManifest(sums)
  return fixed
    .set('SHA256SUMS', sums)
    .set('META-INF/ASiCManifest002.xml', manifest)
    .set('META-INF/signature001.p7s', await sealer.signDetached(manifest))
}

/**
 * The certificate behind the evidence's time-stamp, then the one behind the seal's. They differ where the keys were renewed
 * between the two; the evidence keeps its time.
 */
async function stampKeys(token: Uint8Array, current: string): Promise<string> {
  const { signer } = (await readToken(token)).signed
  const first = `${new X509Certificate(signer.raw).toString().trim()}\n`
  return first === current ? current : first + current
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Complete and on the disk, or not there at all. */
async function toFile(parts: PackageParts, fixed: Fixed, path: string) {
  const draft = `${path}.part`
  try {
    // `flush` syncs the file before it is closed, so the rename never names bytes that are not on the disk yet.
    await write(parts, fixed, createWriteStream(draft, { mode: 0o640, flush: true }))
    await rename(draft, path)
    const folder = await open(dirname(path), 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function write({ statement, files }: PackageParts, fixed: Fixed, out: Writable) {
  const zip = new ZipFile()
  // Stored: originals are mostly compressed already, and a stored entry can be read straight from the container.
  const options = { compress: false, mtime: new Date(statement.created), mode: 0o100644, forceDosTimestamp: true }
  for (const path of fixedEntries) {
    const bytes = fixed.get(path)
    if (bytes) zip.addBuffer(Buffer.from(bytes), path, options)
  }
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const opened: Readable[] = []
  for (const file of files) {
    zip.addReadStreamLazy(file.path, { ...options, size: file.size }, (give) => {
      const checked = checking(file)
      opened.push(checked)
      // yazl does not watch the streams it is given here.
      pipeline(file.open(), checked).catch((error: unknown) => zip.emit('error', error))
      give(null, checked)
    })
  }
  zip.end()
  // Whoever receives may go away half way: what is still open is closed then.
  await pipeline(output, out).finally(() => opened.forEach((stream) => stream.destroy()))
}

function checking({ path, size, sha256: expected }: PackageFile): Transform {
  const hash = createHash('sha256')
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _, next) {
      hash.update(chunk)
      seen += chunk.length
      next(null, chunk)
    },
    flush(next) {
      next(seen === size && hash.digest('hex') === expected ? null : new PackageError('file-differs', path))
    },
  })
}
