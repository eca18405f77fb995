const tlsHandshake = 0x16
const clientHello = 0x01
const applicationProtocols = 0x0010
/** A first message that says nothing within so many bytes is none of a browser's. */
const longest = 64 * 1024

const isLetter = (byte: number) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)

/**
 * Whether what a client says first begins HTTP (RFC 9110 §9: a method), or TLS that asks for it (RFC 7301); undefined while too little is here. What
 * a page says by WebRTC through a relay begins as neither: STUN with two bits of nought (RFC 8489 §5), its TLS without any protocol's name.
 */
export function beginsWeb(bytes: Buffer): boolean | undefined {
  const [first] = bytes
  if (first === undefined) return undefined
  if (first !== tlsHandshake) return isLetter(first)
  if (bytes.length > longest) return false
  const hello = helloIn(bytes)
  return hello && protocolsIn(hello).some((name) => name === 'h2' || name.startsWith('http/'))
}

/** The first handshake message of so many TLS records, without its header; undefined until all of it is here. */
function helloIn(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === tlsHandshake;) {
    const end = at + 5 + bytes.readUInt16BE(at + 3)
    parts.push(bytes.subarray(at + 5, end))
    at = end
  }
  const message = Buffer.concat(parts)
  if (message.length < 4) return undefined
  if (message[0] !== clientHello) return Buffer.alloc(0)
  const length = message.readUIntBE(1, 3)
  return message.length < 4 + length ? undefined : message.subarray(4, 4 + length)
}

/** Names in the extension for application protocols; none where the message breaks off. */
function protocolsIn(hello: Buffer): string[] {
  try {
    let at = 2 + 32
    at += 1 + hello.readUInt8(at)
    at += 2 + hello.readUInt16BE(at)
    at += 1 + hello.readUInt8(at)
    for (at += 2; at < hello.length; at += 4 + hello.readUInt16BE(at + 2))
      if (hello.readUInt16BE(at) === applicationProtocols)
        return namesIn(hello.subarray(at + 6, at + 4 + hello.readUInt16BE(at + 2)))
    return []
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

function namesIn(list: Buffer): string[] {
  const names: string[] = []
  for (let at = 0; at < list.length; at += 1 + list.readUInt8(at))
    names.push(list.toString('latin1', at + 1, at + 1 + list.readUInt8(at)))
  return names
}
