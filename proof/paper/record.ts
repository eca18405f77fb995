import { addRepacked, verifyPackage, type VerifyOptions } from '../bundle.ts'
import type { ZipEntry } from '../formats/zip.ts'
import { readAnyZip } from '../formats/zip-repacked.ts'
import { hashBlob } from '../hash.ts'
import { conclude, FactList, ProofError, type VerificationReport } from '../report.ts'
import type { PaperStatement } from './statement.ts'
import { type PaperReport, verifyPaper } from './verify.ts'

/** The cover of the record of an order; it is the first entry. */
export const recordCover = 'record.pdf'

/**
 * Verifies the record of an order, an archive: its cover as a paper, that it holds what the cover names and nothing else, byte by byte, and each paper
 * and each package of evidence in it by itself.
 */
export async function verifyRecord(file: Blob, options: VerifyOptions = {}): Promise<PaperReport> {
  const list = new FactList()
  const found = await list.check('record-readable', 'anyone', () => entriesOf(file))
  if (!found) return conclude(list.facts)
  const { cover, rest, isRepacked } = found
  const { facts, paper } = await verifyPaper(cover.data, options)
  for (const fact of facts) list.add(fact)
  if (!paper) return conclude(list.facts)
  await list.check(
    'record-files',
    'anyone',
    () => compare(rest, paper, options),
    () => ({ detail: { files: rest.length } }),
  )
  await checkEach(list, 'record-papers', inside(rest, 'papers/'), (data) => verifyPaper(data, options))
  await checkEach(list, 'record-packages', inside(rest, 'evidence/'), (data) =>
    verifyPackage(data, { ...options, onProgress: () => {} }),
  )
  if (isRepacked) addRepacked(list)
  return { ...conclude(list.facts), paper }
}

async function entriesOf(file: Blob) {
  const { entries, isRepacked } = await readAnyZip(file, recordCover)
  const [cover, twice] = entries.filter(({ path }) => path === recordCover)
  if (!cover) throw new ProofError('missing-entry', { path: recordCover })
  if (twice) throw new ProofError('repeated-entry', { path: recordCover })
  return { cover, rest: entries.filter((entry) => entry !== cover), isRepacked }
}

async function compare(entries: readonly ZipEntry[], { files }: PaperStatement, options: VerifyOptions) {
  const named = new Map(files.map((f) => [f.name, f]))
  const total = entries.reduce((sum, { data }) => sum + data.size, 0)
  let done = 0
  const onBytes = (count: number) => options.onProgress?.((done += count), total)
  for (const { path, data } of entries) {
    const file = named.get(path)
    if (!file) throw new ProofError('file-not-stated', { path })
    named.delete(path)
    const { sha256 } = await hashBlob(data, false, { onBytes, hashing: options.hashing })
    if (data.size !== file.size || sha256 !== file.sha256) throw new ProofError('file-differs', { path })
  }
  const [absent] = named.keys()
  if (absent !== undefined) throw new ProofError('missing-entry', { path: absent })
  return {}
}

const inside = (entries: readonly ZipEntry[], folder: string) => entries.filter(({ path }) => path.startsWith(folder))

async function checkEach(
  list: FactList,
  code: string,
  entries: readonly ZipEntry[],
  verify: (data: Blob) => Promise<VerificationReport>,
) {
  if (!entries.length) return
  await list.check(
    code,
    'platform',
    async () => {
      for (const { path, data } of entries)
        if ((await verify(data)).verdict !== 'valid') throw new ProofError('record-part-invalid', { path })
      return {}
    },
    () => ({ detail: { files: entries.length } }),
  )
}
