import { hashBlob } from '../../../proof/hash.ts'
import { listsIn } from '../../../proof/reader-input.ts'
import { ProofError } from '../../../proof/report.ts'
import { kindOf, namesEvidence, verifyFile } from '../../../proof/verify-file.ts'
import type { Told, Verify } from './verifying.ts'

const say = (what: Told) => self.postMessage(what)

/** At most a hundred words about how far it is. */
function telling(size: number) {
  let last = 0
  return (done: number, total: number = size) => {
    const part = total ? done / total : 1
    if (part - last < 0.01 && part < 1) return
    last = part
    say({ part })
  }
}

/** What this site has revoked meanwhile, which no package of old can know; without, the list of the package decides. */
const listsOfSite = () =>
  fetch('/trust/crl.pem', { signal: AbortSignal.timeout(5_000) }).then(
    async (reply) => (reply.ok ? listsIn(await reply.text()) : []),
    () => [],
  )

/** A PDF that names no evidence is a file like any other. */
async function kindFor({ file, hashOnly }: Verify) {
  if (hashOnly) return 'file'
  const kind = await kindOf(file, file.name)
  return kind === 'certificate' && !(await namesEvidence(file)) ? 'file' : kind
}

self.onmessage = async ({ data }: MessageEvent<Verify>) => {
  try {
    const kind = await kindFor(data)
    if (kind !== 'file')
      return say({
        report: await verifyFile(data.file, kind, {
          anchors: data.roots,
          lists: await listsOfSite(),
          blocks: data.blocks,
          onProgress: telling(data.file.size),
        }),
      })
    const tell = telling(data.file.size)
    let done = 0
    const { sha256 } = await hashBlob(data.file, false, { onBytes: (count) => tell((done += count)) })
    say({ sha256 })
  } catch (error) {
    say({ problem: error instanceof ProofError ? { code: error.code, detail: error.detail } : 'unreadable' })
  }
}
