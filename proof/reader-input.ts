/** Whether a text is a PEM file of certificates. A package holds such texts too, but it must not vouch for itself. */
export const holdsCertificates = (text: string) => text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('\0')

/** Whether a word is the hash of a block, as chains write it. */
export const isBlockHash = (word: string) => /^0x[0-9a-f]{64}$/i.test(word)
