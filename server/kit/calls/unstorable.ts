import { type FieldProblem, pathInWords } from '../../../contract/kit/issues.ts'

/** No body of the contract is nested deeper. */
const deepest = 16

/** The sign that no text in the database can hold, and halves of a sign, which its JSON cannot: JSON and forms can carry both. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** What no schema looks at: text and names of fields that cannot be kept, and what nests without end. */
export function unstorableIn(value: unknown, path: string[] = []): FieldProblem[] {
  if (typeof value === 'string') return isStorable(value) ? [] : [{ path: pathInWords(path), key: 'unstorable' }]
  if (typeof value !== 'object' || value === null) return []
  if (path.length === deepest) return [{ path: path[0]!, key: 'tooDeep' }]
  return Object.entries(value).flatMap(([name, inner]) =>
    isStorable(name)
      ? unstorableIn(inner, [...path, name])
      : [{ path: pathInWords([...path, name]), key: 'unstorable' }],
  )
}
