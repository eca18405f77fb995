/** The bytes of what another service answered; throws `RangeError` once they are more than any rightful answer has. */
export async function boundedAnswer({ body }: Response, most = 1024 * 1024): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.length
    if (size > most) throw new RangeError('too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
