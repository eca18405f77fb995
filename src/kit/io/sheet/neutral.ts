/*
 * A sheet program takes a cell of a CSV file that begins with one of these for a formula. An apostrophe before it makes
 * it text, and is taken away again when the file comes back; so that this loses nothing, a cell that already had
 * apostrophes before such a character gets one more.
 */
export const neutralise = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export const restore = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)
