/*
 * Numbers that carry a check digit. Both functions take upper-case text without spaces.
 */

const idWeights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]

/** Resident identity number, GB 11643-1999: 17 digits with a real date of birth, and an ISO 7064 MOD 11-2 check character. */
export function isResidentId(text: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false
  const [year, month, day] = [text.slice(6, 10), text.slice(10, 12), text.slice(12, 14)]
  const born = new Date(`${year}-${month}-${day}T00:00:00Z`)
  if (
    Number.isNaN(born.getTime()) ||
    born.toISOString().slice(0, 10) !== `${year}-${month}-${day}` ||
    born.getTime() > Date.now()
  )
    return false
  const sum = idWeights.reduce((s, w, i) => s + w * Number(text[i]), 0)
  return '10X98765432'[sum % 11] === text[17]
}

const creditAlphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** Unified social credit identifier, GB 32100-2015: 18 characters without I, O, S, V, Z; the last one checks the others. */
export function isCreditCode(text: string): boolean {
  if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(text)) return false
  let [sum, weight] = [0, 1]
  for (const character of text.slice(0, 17)) {
    sum += creditAlphabet.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return creditAlphabet[(31 - (sum % 31)) % 31] === text[17]
}
