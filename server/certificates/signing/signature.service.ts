import { X509Certificate } from 'node:crypto'
import type { SignatureReport } from '../../../contract/certificates/certificate.ts'
import { readSignedData } from '../../../proof/formats/cms.ts'
import { oids } from '../../../proof/formats/oids.ts'
import { readSignedPdf } from '../../../proof/formats/pdf-bytes.ts'
import { verifyCertificate } from '../../../proof/formats/pdf.ts'
import type { Fact } from '../../../proof/report.ts'
import { readToken } from '../../../proof/formats/tsp.ts'
import { fingerprint } from '../../../proof/formats/x509.ts'
import { findEvidence } from '../../evidence/evidence.read.ts'
import { artefactPath, artefactReply } from '../../evidence/evidence-files.service.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { type Language, say } from '../../kit/words.ts'
import { ownRoot } from '../../trust/keys/own-root.service.ts'

/** Who sealed the certificate and when, and what comes of verifying it at this moment, as any reader would, against our own root. */
export async function signatureOf(services: Services, caller: Caller, number: string): Promise<SignatureReport> {
  const e = await services.db.forAccount(caller, (tx) => findEvidence(tx, caller, { number }))
  if (!e) throw new AppError('not-found')
  const { size, fileName, etag, open } = await artefactReply(services, e, 'certificate')
  const pdf = new Uint8Array(Buffer.concat(await open().toArray()))
  const root = await ownRoot(services.config.keysDir)
  const { facts } = await verifyCertificate(new Blob([pdf]), { anchors: root ? [root] : [] })
  // The originals are no part of this question.
  const asked = facts.filter((f) => f.code !== 'data-files-present')
  const isSealed = asked.some((f) => f.code === 'certificate-sealed' && f.status === 'proven')
  return {
    ano: e.number,
    pdfUrl: artefactPath(caller, number, 'certificate'),
    fileName,
    fileSize: size,
    sha256: etag,
    verdict: asked.some((f) => f.status === 'failed') ? 'invalid' : 'valid',
    signature: isSealed ? await describeSeal(pdf) : null,
    facts: asked.map((f) => inWords(caller.lang, f)),
  }
}

/** Of a seal that was found to hold: what an unverified one says of itself is nobody's word. */
async function describeSeal(pdf: Uint8Array<ArrayBuffer>): Promise<NonNullable<SignatureReport['signature']>> {
  const { signer, hash, unsignedAttributes } = await readSignedData(readSignedPdf(pdf).signature)
  const { stamp } = await readToken(unsignedAttributes.get(oids.signatureTimeStamp)!.raw)
  return {
    signer: signer.commonName,
    certSerial: signer.serial.toString(16).toUpperCase(),
    certFingerprint: await fingerprint(signer),
    algorithm: `${keyOf(new X509Certificate(signer.raw))}, ${hash}`,
    signTime: stamp.genTime.toISOString(),
    timeAuthority: stamp.authority,
    timeSerial: stamp.serial,
  }
}

function keyOf({ publicKey: { asymmetricKeyType, asymmetricKeyDetails } }: X509Certificate): string {
  if (asymmetricKeyType === 'rsa') return `RSA ${asymmetricKeyDetails?.modulusLength}`
  return `ECDSA ${asymmetricKeyDetails?.namedCurve === 'secp384r1' ? 'P-384' : 'P-256'}`
}

function inWords(
  language: Language,
  { code, status, dependsOn, time, detail }: Fact,
): SignatureReport['facts'][number] {
  const { reason } = detail
  return {
    code,
    status,
    dependsOn,
    at: time ?? null,
    says: say(language, 'proof', `fact.${code}`),
    reason: reason === undefined ? null : say(language, 'proof', `reason.${reason}`, detail),
  }
}
