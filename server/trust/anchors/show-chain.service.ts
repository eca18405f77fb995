import type { Language } from '../../../contract/kit/language.ts'

/** A hash as chains write it. */
export const hashText = (bytes: Buffer) => `0x${bytes.toString('hex')}`

export const nameIn = (lang: Language, { name, nameEn }: { name: string; nameEn: string | null }) =>
  lang === 'en' ? (nameEn ?? name) : name

/** Where an explorer of the chain shows a transaction; null where none is known. */
export const linkOf = ({ explorer, txHash }: { explorer: string | null; txHash: Buffer | null }) =>
  explorer && txHash ? explorer.replaceAll('{tx}', hashText(txHash)) : null
