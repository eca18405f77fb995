/** Whether a text is a PEM file of certificates. A package holds such texts too, but it must not vouch for itself. */
export const holdsCertificates = (text: string) => text.includes('-----BEGIN CERTIFICATE-----') && !text.includes('\0')

/** Every revocation list of a PEM text, each as a text of its own. */
export const listsIn = (text: string): string[] =>
  text.match(/-----BEGIN X509 CRL-----[A-Za-z0-9+/=\s]+-----END X509 CRL-----/g) ?? []

/** Whether a word is the hash of a block, as chains write it. */
export const isBlockHash = (word: string) => /^0x[0-9a-f]{64}$/i.test(word)
