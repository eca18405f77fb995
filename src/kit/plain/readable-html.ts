const signs: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'", nbsp: ' ' }

/** What can be read of HTML that the service cleaned, in one line. */
export const readableHtml = (html: string): string =>
  html
    .replaceAll(/<\/?(?:h\d|p|br|ul|ol|li|blockquote|img|hr)\b[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => signs[name] ?? whole)
    .replaceAll(/\s+/g, ' ')
    .trim()
