import type { TrustRoots } from '../trust-roots.ts'
import { equal, fromUtf8, type Bytes } from '../bytes.ts'
import { findChain } from './chain.ts'
import { readBlob } from '../hash.ts'
import { firstStamp, stampNumbers, stampPaths } from '../package/appended-entries.ts'
import type { Layout } from '../package/layout.ts'
import { stampManifest } from '../package/manifest.ts'
import { ProofError, type FactList } from '../report.ts'
import { readToken, verifyToken, type VerifiedTimeStamp } from '../formats/tsp.ts'
import { fingerprint, readPem, type Certificate } from '../formats/x509.ts'

/** What two clocks may differ by, at most, when a platform takes a stamp. A stamp that is older than what it covers by more says a time that was not. */
const mostApart = 3_600_000

/**
 * Time-stamps of third parties, appended after the sealing: one fact each. The roots in the package are copies for
 * convenience. Where the reader brought roots, a stamp that reaches none of them stays open and spoils nothing else.
 */
export async function checkStamps(
  list: FactList,
  layout: Pick<Layout, 'fixed' | 'later'>,
  outside: TrustRoots | undefined,
) {
  for (const number of stampNumbers(layout.later.keys())) {
    await list.check(
      'third-party-stamped',
      'tsa',
      () => checkStamp(layout, number, outside),
      ({ stamp, print, known, early }) => ({
        ...((known || !outside) && !early ? {} : { status: 'unavailable' as const }),
        time: stamp.genTime.toISOString(),
        detail: {
          serial: stamp.serial,
          authority: stamp.authority,
          name: stamp.anchor.commonName,
          root: known ? 'outside' : 'package',
          fingerprint: print,
          ...(early && { reason: 'stamp-before-content' }),
        },
      }),
    )
  }
}

async function checkStamp(
  { fixed, later }: Pick<Layout, 'fixed' | 'later'>,
  number: number,
  outside: TrustRoots | undefined,
) {
  const paths = stampPaths(number)
  if (number < firstStamp) throw new ProofError('unknown-entry', { path: paths.token })
  const read = async (path: string): Promise<Bytes> => {
    const blob = later.get(path)
    if (!blob) throw new ProofError('missing-entry', { path })
    return readBlob(blob)
  }
  const [manifest, token, roots] = [await read(paths.manifest), await read(paths.token), await read(paths.roots)]
  const own = await readBlob(fixed['META-INF/timestamp001.tst'])
  const covered = await readBlob(fixed['META-INF/ASiCManifest001.xml'])
  const expected = await stampManifest(number, { manifest: covered, token: own, roots })
  if (!equal(manifest, expected)) throw new ProofError('manifest-differs', { path: paths.manifest })
  const anchors = readPem(fromUtf8(roots))
  const stamp = await verifyToken(token, manifest, anchors)
  // The roots stand beside it, where the manifest covers them: a copy inside would be covered by nothing.
  if ((await readToken(token)).signed.others.some((c) => anchors.some((a) => equal(a.raw, c.raw))))
    throw new ProofError('unexpected-certificate')
  const known = outside && (await reaches(stamp, token, outside.certificates))
  const { genTime } = (await readToken(own)).stamp
  const early = genTime.getTime() - stamp.genTime.getTime() > mostApart
  return { stamp, print: await fingerprint(stamp.anchor), known, early }
}

async function reaches(
  { signer, genTime }: VerifiedTimeStamp,
  token: Uint8Array,
  anchors: Certificate[],
): Promise<boolean> {
  const { others } = (await readToken(token)).signed
  return findChain({ signer, others, anchors, at: genTime, purpose: 'time-stamping' }).then(
    () => true,
    () => false,
  )
}
