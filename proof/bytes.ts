export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

export const utf8 = (text: string): Bytes => encoder.encode(text) as Bytes

/** Strict UTF-8: throws on malformed input and keeps a byte order mark visible instead of swallowing it. */
export const fromUtf8 = (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)

export const latin1 = (bytes: Uint8Array) => {
  let text = ''
  // Spreading a typed array takes six times as long, and certificates are read as text.
  for (let i = 0; i < bytes.length; i += 8192)
    text += String.fromCharCode.apply(undefined, bytes.subarray(i, i + 8192) as unknown as number[])
  return text
}

export function concat(...parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, p) => sum + p.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const equal = (a: Uint8Array, b: Uint8Array) => a.length === b.length && a.every((v, i) => v === b[i])

/** Lexicographic order of encodings, the order DER gives the members of a SET OF (X.690 §11.6). */
export function compare(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = a[i]! - b[i]!
    if (difference) return difference
  }
  return a.length - b.length
}

export const toHex = (bytes: Uint8Array) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')

export function fromHex(hex: string): Bytes {
  const bytes = new Uint8Array(hex.length / 2)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16)
  return bytes
}

export const toBase64 = (bytes: Uint8Array) => btoa(latin1(bytes))

export const fromBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (c) => c.charCodeAt(0))

export const copy = (bytes: Uint8Array): Bytes => new Uint8Array(bytes)
