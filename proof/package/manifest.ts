import { fromHex, toBase64, toHex, utf8, type Bytes } from '../bytes.ts'
import { stampPaths } from './appended-entries.ts'
import { digest } from '../signatures/signature.ts'
import type { EvidenceStatement } from '../statement.ts'

interface Reference {
  path: string
  mediaType: string
  sha256: Bytes
}

/**
 * ASiC manifest (ETSI EN 319 162-1 §A.4), always written in this one form, so that a verifier compares bytes and needs
 * no XML reader. Paths and media types are restricted elsewhere to characters that XML leaves alone.
 */
function manifest(signature: { path: string; mediaType: string }, references: Reference[]): Bytes {
  const lines = references.map(
    (r) =>
      `<asic:DataObjectReference URI="${r.path}" MimeType="${r.mediaType}">` +
      '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>' +
      `<ds:DigestValue>${toBase64(r.sha256)}</ds:DigestValue></asic:DataObjectReference>`,
  )
  return utf8(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<asic:ASiCManifest xmlns:asic="http://uri.etsi.org/02918/v1.2.1#" xmlns:ds="http://www.w3.org/2000/09/xmldsig#">',
      `<asic:SigReference URI="${signature.path}" MimeType="${signature.mediaType}"/>`,
      ...lines,
      '</asic:ASiCManifest>',
      '',
    ].join('\n'),
  )
}

/** Manifest 001: the statement and the originals. It follows from the statement alone, so the token over it fixes just that. */
export async function evidenceManifest(statement: EvidenceStatement, bytes: Uint8Array): Promise<Bytes> {
  return manifest({ path: 'META-INF/timestamp001.tst', mediaType: 'application/vnd.etsi.timestamp-token' }, [
    { path: 'evidence.json', mediaType: 'application/json', sha256: await digest('SHA-256', bytes) },
    ...statement.files.map((f) => ({ path: f.path, mediaType: f.mediaType, sha256: fromHex(f.sha256) })),
  ])
}

/** Manifest 002: the list of every other entry, which the seal signs. */
export async function packageManifest(sums: Uint8Array): Promise<Bytes> {
  const signature = { path: 'META-INF/signature001.p7s', mediaType: 'application/pkcs7-signature' }
  return manifest(signature, [{ path: 'SHA256SUMS', mediaType: 'text/plain', sha256: await digest('SHA-256', sums) }])
}

/**
 * The manifest of a third party's time-stamp. A token of ASiC-E covers the manifest that names it (ETSI EN 319 162-1 §4.4.3),
 * so each has one of its own, which names manifest 001: whoever stamps it stamps the statement and every original, and that
 * the platform's own token was there already. The roots are named so that no byte of them is free to change.
 */
export async function stampManifest(
  number: number,
  parts: { manifest: Uint8Array; token: Uint8Array; roots: Uint8Array },
): Promise<Bytes> {
  const { token, roots } = stampPaths(number)
  return manifest({ path: token, mediaType: 'application/vnd.etsi.timestamp-token' }, [
    { path: 'META-INF/ASiCManifest001.xml', mediaType: 'text/xml', sha256: await digest('SHA-256', parts.manifest) },
    {
      path: 'META-INF/timestamp001.tst',
      mediaType: 'application/vnd.etsi.timestamp-token',
      sha256: await digest('SHA-256', parts.token),
    },
    { path: roots, mediaType: 'application/x-pem-file', sha256: await digest('SHA-256', parts.roots) },
  ])
}

/** The SHA-256 a time-stamp has to be taken over in order to fix a statement. */
export async function fixingDigest(statement: EvidenceStatement, bytes: Uint8Array): Promise<Bytes> {
  return digest('SHA-256', await evidenceManifest(statement, bytes))
}

export const sha256Hex = async (bytes: Uint8Array) => toHex(await digest('SHA-256', bytes))
