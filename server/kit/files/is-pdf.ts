/** Its header, and its end within the last kilobyte, as every reader looks for them. */
export const isPdf = (bytes: Buffer) =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 8)) &&
  bytes.includes('%%EOF', Math.max(0, bytes.length - 1024), 'latin1')
