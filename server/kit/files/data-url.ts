/** The bytes of a data URL in base64; undefined for anything else. Forms write a blank where base64 has a plus, unless whoever sent it took care. */
export function bytesOfDataUrl(url: string): Buffer | undefined {
  const comma = url.indexOf(',')
  if (!/^data:[\w/+. -]{0,60};base64$/i.test(url.slice(0, Math.max(0, Math.min(comma, 100))))) return undefined
  const text = url.slice(comma + 1).replaceAll(' ', '+')
  const bytes = Buffer.from(text, 'base64')
  return bytes.length > 0 && bytes.length === Math.floor((text.replace(/={1,2}$/, '').length * 3) / 4)
    ? bytes
    : undefined
}
