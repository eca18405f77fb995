import { equal, type Bytes } from '../bytes.ts'
import { checkSetOrder, readDer, tags, write, type Der } from './der.ts'
import { exactly, expectTag, members, readInteger, readOctets, readOid } from './der-values.ts'
import { oids } from './oids.ts'
import { ProofError } from '../report.ts'
import { digest, readDigestAlgorithm, sha1, verifySignature, type Digest } from '../signatures/signature.ts'
import { readCertificate, type Certificate } from './x509.ts'

/** SignedData (RFC 5652 §5) with exactly one signer and signed attributes, as CAdES and RFC 3161 have it. */
export interface SignedData {
  contentType: string
  /** Absent when the signature is detached. */
  content: Bytes | undefined
  signer: Certificate
  others: Certificate[]
  hash: Digest
  signedAttributes: Map<string, Der>
  unsignedAttributes: Map<string, Der>
  signature: Bytes
}

const fail = (code: string): never => {
  throw new ProofError(code)
}

/** Reads the structure and refuses every member it does not understand: nothing in it may be free to change. */
export async function readSignedData(bytes: Uint8Array): Promise<SignedData & { check: () => Promise<void> }> {
  const [type, wrapped] = exactly(readDer(bytes), 2)
  if (readOid(type) !== oids.signedData) fail('not-signed-data')
  const [version, digests, encapsulated, certificates, signers] = exactly(exactly(wrapped, 1, 0xa0)[0], 5)
  const [info] = exactly(signers, 1, tags.set)
  const { contentType, content } = readContent(encapsulated)
  if (readInteger(version) !== (contentType === oids.data ? 1n : 3n)) fail('bad-version')
  const hash = readDigestAlgorithm(exactly(digests, 1, tags.set)[0])
  const parts = readSigner(info, hash)
  const all = members(certificates, 0xa0).map((c) => readCertificate(c.raw))
  // No signature covers them: one that stands twice would be a byte more that nobody notices, or be taken for another.
  if (all.some((c, i) => all.findIndex((other) => equal(other.raw, c.raw)) !== i)) fail('unexpected-certificate')
  const signer =
    all.find((c) => equal(c.issuer, parts.issuer) && c.serial === parts.serial) ?? fail('signer-certificate-missing')
  const others = all.filter((c) => c !== signer)
  const { signedAttributes, unsignedAttributes, signature } = parts
  await checkSigningCertificate(signedAttributes, signer)
  const data: SignedData = {
    contentType,
    content,
    signer,
    others,
    hash,
    signedAttributes,
    unsignedAttributes,
    signature,
  }
  return { ...data, check: () => checkSignature(data, parts.algorithm, parts.signedPart) }
}

function readContent(node: Der | undefined): Pick<SignedData, 'contentType' | 'content'> {
  const [type, ...rest] = members(node)
  if (rest.length > 1) fail('bad-content')
  return { contentType: readOid(type), content: rest.length ? readOctets(exactly(rest[0], 1, 0xa0)[0]) : undefined }
}

function readSigner(info: Der | undefined, hash: Digest) {
  const [version, id, digestAlgorithm, attributes, algorithm, signature, ...rest] = members(info)
  const [issuer, serial] = exactly(id, 2)
  if (readInteger(version) !== 1n || rest.length > 1 || !attributes || !algorithm) throw new ProofError('bad-version')
  if (readDigestAlgorithm(digestAlgorithm) !== hash) fail('digest-algorithms-differ')
  return {
    issuer: expectTag(issuer, tags.sequence).raw,
    serial: readInteger(serial),
    signedAttributes: readAttributes(attributes, 0xa0),
    // RFC 5652 §5.4: what is signed is the SET OF encoding, not the [0] that travels.
    signedPart: write(tags.set, attributes.content),
    algorithm,
    signature: readOctets(signature),
    unsignedAttributes: rest[0] ? readAttributes(rest[0], 0xa1) : new Map<string, Der>(),
  }
}

/** Attribute type to its single value. */
function readAttributes(node: Der, tag: number): Map<string, Der> {
  const list = members(node, tag)
  checkSetOrder(list)
  const found = new Map<string, Der>()
  for (const attribute of list) {
    const [type, values] = exactly(attribute, 2)
    const [value] = exactly(values, 1, tags.set)
    const name = readOid(type)
    if (found.has(name) || !value) fail('repeated-attribute')
    else found.set(name, value)
  }
  return found
}

/**
 * RFC 5035 §3: the certificate is bound by its own hash, so another one of the same name cannot be put in its place. Older
 * authorities say it in the first version of the attribute, by SHA-1 (RFC 2634 §5.4).
 */
async function checkSigningCertificate(attributes: Map<string, Der>, signer: Certificate) {
  const second = attributes.get(oids.signingCertificateV2)
  const [list] = members(second ?? attributes.get(oids.signingCertificate) ?? fail('signing-certificate-missing'))
  const [first] = members(list)
  const parts = members(first)
  // SHA-256 is the DEFAULT of the second version, so DER leaves the algorithm out.
  const hash = !second ? 'SHA-1' : parts[0]?.tag === tags.octetString ? 'SHA-256' : readDigestAlgorithm(parts.shift())
  const actual = hash === 'SHA-1' ? await sha1(signer.raw) : await digest(hash, signer.raw)
  if (!equal(readOctets(parts[0]), actual)) fail('signing-certificate-differs')
}

/** Whether the signature covers this certificate too: a signer may name its issuers by their hashes (RFC 5035 §4). */
export async function namesCertificate(
  { signedAttributes }: Pick<SignedData, 'signedAttributes'>,
  { raw }: Certificate,
): Promise<boolean> {
  const [list] = members(signedAttributes.get(oids.signingCertificateV2))
  const hash = await digest('SHA-256', raw)
  return members(list).some(
    (entry) => entry.children[0]?.tag === tags.octetString && equal(readOctets(entry.children[0]), hash),
  )
}

async function checkSignature(data: SignedData, algorithm: Der, signedPart: Bytes) {
  const { spki } = data.signer
  const good = await verifySignature({ spki, algorithm, hash: data.hash, signature: data.signature, data: signedPart })
  if (!good) fail('bad-signature')
}

/** Checks the attributes against the content, and the signature. `content` is given when the signature is detached. */
export async function verifyContent(signed: Awaited<ReturnType<typeof readSignedData>>, content: Uint8Array) {
  const { signedAttributes, contentType, hash } = signed
  if (readOid(signedAttributes.get(oids.contentType)) !== contentType) fail('content-type-differs')
  if (!equal(readOctets(signedAttributes.get(oids.messageDigest)), await digest(hash, content))) fail('digest-differs')
  await signed.check()
}
