import { type FieldProblem, pathInWords } from '../../../contract/kit/issues.ts'

/** No body of the contract is nested deeper. */
const deepest = 16
/** So many say enough: a body may have room for a hundred thousand, and their words weigh far more than what was sent. */
const mostTold = 50

/** The sign that no text in the database can hold, and halves of a sign, which its JSON cannot: JSON and forms can carry both. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What no schema looks at: text and names of fields that cannot be kept, and what nests without end. */
export function unstorableIn(value: unknown): FieldProblem[] {
  const found: FieldProblem[] = []
  walk(value, [], found)
  return found
}

/** Goes through everything that anybody sends, so it makes nothing of what is well. */
function walk(value: unknown, path: string[], found: FieldProblem[]) {
  if (found.length >= mostTold) return
  if (typeof value === 'string') {
    if (!isStorable(value)) found.push({ path: pathInWords(path), key: 'unstorable' })
    return
  }
  if (typeof value !== 'object' || value === null) return
  if (path.length === deepest) return void found.push({ path: path[0]!, key: 'tooDeep' })
  for (const name in value) {
    path.push(name)
    if (isStorable(name)) walk((value as Record<string, unknown>)[name], path, found)
    else if (found.length < mostTold) found.push({ path: pathInWords(path), key: 'unstorable' })
    path.pop()
  }
}
