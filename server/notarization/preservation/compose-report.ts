import type { PaperFile, PaperStatement } from '../../../proof/paper/statement.ts'
import { shanghaiTime } from '../../../contract/kit/shanghai-time.ts'
import { sayIfKnown } from '../../kit/words.ts'
import { both, ownerText, row } from '../papers/paper-rows.ts'

export interface ReportedEvidence {
  number: string
  name: string
  category: string
  at: Date
  statementSha256: Buffer
  package: { size: number; sha256: Buffer }
}

interface ReportSource {
  number: string
  platform: string
  owner: { name: string; isVerified: boolean }
  at: string
  name: string
  purpose: string | null
  addressee: string | null
  evidence: readonly ReportedEvidence[]
}

/** What a preservation report says: whose evidence, what for, and each piece with the digest of its statement and of its package. */
export function composeReport({
  number,
  platform,
  owner,
  at,
  name,
  purpose,
  addressee,
  evidence,
}: ReportSource): Pick<PaperStatement, 'issuer' | 'title' | 'lead' | 'sections' | 'files'> {
  return {
    issuer: platform,
    title: both('paper.preservation.title'),
    lead: both('paper.preservation.lead', { platform, owner: owner.name, count: evidence.length }),
    sections: [
      {
        heading: both('paper.section.report'),
        rows: [
          row('field.reportNumber', number),
          row('field.title', name),
          row('paper.owner', ownerText(owner.name, owner.isVerified)),
          ...(purpose ? [row('field.purpose', purpose)] : []),
          ...(addressee ? [row('field.addressee', addressee)] : []),
          row('paper.at', shanghaiTime(at)),
        ],
      },
      {
        heading: both('paper.section.evidence'),
        rows: evidence.map((e, i) => row('paper.evidence', textOf(e), { nth: i + 1 })),
      },
    ],
    files: evidence.map(fileOf),
  }
}

const textOf = ({ number, name, category, at, statementSha256, package: { sha256 } }: ReportedEvidence) => {
  const kind = sayIfKnown('zh-CN', 'evidence', `choice.category.${category}`) ?? category
  return [
    `${number}  ${name}`,
    `${kind}  ${shanghaiTime(at.toISOString())}`,
    `SHA-256 ${statementSha256.toString('hex')}`,
    `${number}.asice  SHA-256 ${sha256.toString('hex')}`,
  ].join('\n')
}

const fileOf = ({ number, package: { size, sha256 } }: ReportedEvidence): PaperFile => ({
  name: `${number}.asice`,
  size,
  sha256: sha256.toString('hex'),
})
