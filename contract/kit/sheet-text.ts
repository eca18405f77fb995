/** What a cell may hold; a sheet program calls a file with more broken. */
const longest = 32_767

/**
 * Text as sheets want it: what looks like an escape of the format's own is escaped. The writer looks words up in a plain
 * object, where `constructor` is always found; a character that it drops from every text makes such a word another key.
 */
export function sheetText(text: string): string {
  const escaped = text.slice(0, longest).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
  return escaped in {} ? `${escaped}\0` : escaped
}
