/*
 * A sheet program takes a cell of a CSV file that begins with one of these signs for a formula: also by its full-width twin,
 * which a Chinese or Japanese edition reads alike, and behind white space, which some drop. An apostrophe before it makes it
 * text, and is taken away again when the file comes back; so that this loses nothing, a cell that already had apostrophes
 * before such a beginning gets one more.
 */
const formula = '(?:\\s*[=+\\-@＝＋－＠]|[\\t\\r\\n])'
const asFormula = new RegExp(`^'*${formula}`)
const neutralised = new RegExp(`^'+${formula}`)

export const neutralise = (text: string): string => (asFormula.test(text) ? `'${text}` : text)

export const restore = (text: string): string => (neutralised.test(text) ? text.slice(1) : text)
