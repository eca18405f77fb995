/** The bank's own number of a transfer, one spelling of it: wide letters, spaces and case make no other. */
export const slipNumber = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, '').toUpperCase()
