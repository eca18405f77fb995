import { X509Certificate } from 'node:crypto'
import type { Attached } from '../../../proof/package/attachments.ts'
import { utf8 } from '../../../proof/bytes.ts'
import { evidenceManifest } from '../../../proof/package/manifest.ts'
import type { EvidenceStatement } from '../../../proof/statement.ts'
import type { TrustMaterial } from '../../trust/keys/key-set.service.ts'

export interface Provable {
  statement: EvidenceStatement
  statementBytes: Uint8Array
  /** Time-stamp over the statement's manifest: `authority.stamp(fixingDigest(…))`. */
  token: Uint8Array
  /** That the statement is in the transparency log. */
  logged?: { proof: Uint8Array; certificate: Buffer } | undefined
}

/** What proves by itself that a statement was fixed and logged: the package has it as entries, the certificate as attachments. */
export async function provingParts(
  { statement, statementBytes, token, logged }: Provable,
  trust: Pick<TrustMaterial, 'ca' | 'crl'>,
): Promise<Map<Attached, Uint8Array>> {
  return new Map<Attached, Uint8Array>([
    ['evidence.json', statementBytes],
    ['META-INF/ASiCManifest001.xml', await evidenceManifest(statement, statementBytes)],
    ['META-INF/timestamp001.tst', token],
    ...(logged
      ? ([
          ['log/evidence.tlog-proof', logged.proof],
          ['trust/log.pem', utf8(`${new X509Certificate(logged.certificate).toString().trim()}\n`)],
        ] as const)
      : []),
    ['trust/ca.pem', utf8(trust.ca)],
    ['trust/crl.pem', utf8(trust.crl)],
  ])
}
