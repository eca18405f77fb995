import type { FixedEntry } from './paths.ts'

/**
 * What a certificate carries of the package it belongs to, byte by byte: enough to verify without the package, the platform or
 * a network that the statement was fixed in time and logged. In the order in which they stand in `/AF`.
 */
export const attached = [
  'evidence.json',
  'META-INF/ASiCManifest001.xml',
  'META-INF/timestamp001.tst',
  'log/evidence.tlog-proof',
  'trust/log.pem',
  'trust/ca.pem',
  'trust/crl.pem',
] as const satisfies FixedEntry[]

export type Attached = (typeof attached)[number]

/** Attachments of a PDF lie in no folders. */
export const attachedName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** A statement is sixteen megabytes at most, and all else is far smaller. */
export const mostAttachedBytes = 16 * 1024 * 1024
