/** A phone as others than its owner may read it: enough to tell one from another. Nothing of what stands in the place of one. */
export const maskPhone = (phone: string) => (/^\d/.test(phone) ? `${phone.slice(0, 3)}****${phone.slice(-4)}` : '')

/** A name for strangers: a person keeps the first character, a company its first two and last two. */
export function maskName(name: string, kind: 'personal' | 'enterprise'): string {
  const letters = [...name]
  if (kind === 'personal') return letters[0] + '*'.repeat(Math.max(1, Math.min(letters.length - 1, 6)))
  if (letters.length <= 4) return letters[0] + '*'.repeat(Math.max(1, letters.length - 1))
  return letters.slice(0, 2).join('') + '****' + letters.slice(-2).join('')
}

/** A mail address likewise: who knows it recognises it. */
export function maskMail(mail: string): string {
  const at = mail.lastIndexOf('@')
  return `${mail.slice(0, Math.min(2, Math.max(1, at - 1)))}****${mail.slice(at)}`
}
