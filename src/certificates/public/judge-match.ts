import type { PublicMatch } from '../../../contract/certificates/share.ts'
import { utf8 } from '../../../proof/bytes.ts'
import { evidenceLeaf } from '../../../proof/log/leaf.ts'
import { logKeyOf, provenLeaf } from '../../../proof/log/logged.ts'
import { isSignedBy, readPem } from '../../../proof/formats/x509.ts'
import { rootOfSite } from './root-of-site.ts'

export interface Place {
  origin: string
  index: number
  size: number
}

/** Where the log holds the statement of a match; undefined where what was answered does not prove it under the root of this site. */
export async function judgeMatch({ statementSha256, logProof }: PublicMatch): Promise<Place | undefined> {
  try {
    if (!logProof) return undefined
    const [root, [signer]] = [await rootOfSite(), readPem(logProof.certificate)]
    if (!root || !signer || !(await isSignedBy(signer, root))) return undefined
    const leaf = evidenceLeaf({ statement: statementSha256, token: logProof.tokenSha256 })
    return await provenLeaf({ leaf, proof: utf8(logProof.proof), publicKey: logKeyOf(signer) })
  } catch {
    return undefined
  }
}
