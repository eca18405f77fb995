import { equal, fromUtf8, type Bytes } from '../bytes.ts'
import { readAttachments } from '../formats/pdf-attachments.ts'
import { readSignedPdf } from '../formats/pdf-bytes.ts'
import { checkSealedAlone } from '../formats/sealed-pdf.ts'
import { readPem } from '../formats/x509.ts'
import { paperLeaf } from '../log/leaf.ts'
import { verifyLogged } from '../log/logged.ts'
import { sha256Hex } from '../package/manifest.ts'
import { keysNotRevoked } from '../package/proven-parts.ts'
import { conclude, FactList, ProofError, type VerificationReport } from '../report.ts'
import type { VerifiedSeal } from '../signatures/seal.ts'
import type { TrustRoots } from '../trust-roots.ts'
import { type PaperAttachment, paperAttachments } from './attachments.ts'
import { type PaperStatement, parsePaper } from './statement.ts'

export interface PaperReport extends VerificationReport {
  paper?: PaperStatement
}

/**
 * Verifies a paper of an order on its own: sealed in one revision at the time that its seal states, saying what it carries as data, and
 * with that in the log. Nothing else is needed for it.
 */
export async function verifyPaper(
  file: Blob,
  options: { anchors?: string[]; lists?: string[] } = {},
): Promise<PaperReport> {
  const list = new FactList()
  const { bytes, roots, pdf, seal } = (await checkSealedAlone(list, file, 'paper', options)) ?? {}
  // Nothing inside is read before the seal over all of it was found to hold.
  if (!bytes || !roots || !pdf || !seal) return conclude(list.facts)
  const parts = await list.check('paper-attachments', 'anyone', () => partsOf(bytes))
  const paper = parts && (await checkStatement(list, parts, pdf.info.get('PaperSHA256')))
  if (paper) await checkOriginal(list, bytes, paper)
  if (parts && paper) await checkProofs(list, parts, seal, { ...roots, certificates: [seal.anchor] })
  return { ...conclude(list.facts), ...(paper && { paper }) }
}

type Parts = (path: PaperAttachment) => Bytes

async function partsOf(bytes: Bytes): Promise<Parts> {
  const found = await readAttachments(bytes, paperAttachments, { amongOthers: true })
  return (path) => {
    const part = found?.get(path)
    if (!part) throw new ProofError('missing-entry', { path })
    return part
  }
}

const checkStatement = (list: FactList, parts: Parts, named: string | undefined) =>
  list.check(
    'paper-statement',
    'anyone',
    async () => {
      const bytes = parts('paper.json')
      if ((await sha256Hex(bytes)) !== named) throw new ProofError('paper-of-other-statement')
      return parsePaper(bytes)
    },
    ({ created, number }) => ({ time: created, detail: { paperNumber: number } }),
  )

/** What stands before the seal's own revision is the document that the statement names, or there is nothing before it. */
const checkOriginal = (list: FactList, bytes: Bytes, { original }: PaperStatement) =>
  original
    ? list.check(
        'paper-original',
        'anyone',
        async () => {
          const { size, sha256 } = original
          if (size >= bytes.length || (await sha256Hex(bytes.slice(0, size))) !== sha256)
            throw new ProofError('paper-of-other-document')
          return { size, sha256 }
        },
        ({ size }) => ({ detail: { size } }),
      )
    : list.check('paper-drawn', 'anyone', () => readSignedPdf(bytes))

/** The seal's time-stamp proves when the log had signed at the latest. */
async function checkProofs(list: FactList, parts: Parts, seal: VerifiedSeal, roots: TrustRoots) {
  const at = seal.stamp.genTime
  const logged = await list.check(
    'paper-logged',
    'platform',
    async () => {
      const [signer, ...more] = readPem(fromUtf8(parts('trust/log.pem')))
      if (!signer || more.length) throw new ProofError('trust-copy-differs', { path: 'trust/log.pem' })
      const leaf = paperLeaf(await sha256Hex(parts('paper.json')))
      return verifyLogged({ leaf, proof: parts('log/paper.tlog-proof'), signer, anchors: roots.certificates, at })
    },
    ({ origin, index, size }) => ({ detail: { origin, index, size } }),
  )
  await list.check(
    'keys-not-revoked',
    'platform',
    async () => {
      const [root, ...more] = readPem(fromUtf8(parts('trust/ca.pem')))
      if (!root || more.length || !equal(root.raw, seal.anchor.raw))
        throw new ProofError('trust-copy-differs', { path: 'trust/ca.pem' })
      return keysNotRevoked(async (path) => parts(path), roots, { stamp: seal.stamp, seal, logged })
    },
    (crl) => ({ time: crl.issued.toISOString(), detail: {} }),
  )
}
