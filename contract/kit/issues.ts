import type { z } from 'zod'

/** A field problem without its words: `key` stands under `field.` in errors.json. */
export interface FieldProblem {
  path: string
  key: string
  params?: Record<string, string | number>
}

type Issue = z.core.$ZodIssue

function keyOf(issue: Issue): Omit<FieldProblem, 'path'> {
  switch (issue.code) {
    case 'invalid_type':
      // A number with a fraction is something, though the issue does not hold it.
      return { key: issue.input === undefined && issue.expected !== 'int' ? 'required' : 'wrongType' }
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return { key: 'required' }
      return { key: `tooSmall.${sizeWord(issue.origin)}`, params: { min: Number(issue.minimum) } }
    case 'too_big':
      return { key: `tooBig.${sizeWord(issue.origin)}`, params: { max: Number(issue.maximum) } }
    case 'invalid_format':
      return { key: namedKey(issue.message) ?? `format.${issue.format === 'regex' ? 'text' : issue.format}` }
    case 'invalid_value':
      return { key: 'notAChoice' }
    case 'unrecognized_keys':
      return { key: 'unknownField', params: { keys: issue.keys.map((key) => pathInWords([key])).join(', ') } }
    case 'custom':
      return { key: namedKey(issue.message) ?? 'invalid', ...paramsOf(issue.params) }
    default:
      return { key: 'invalid' }
  }
}

/** Where in a request: by names that a contract could have given, not by what somebody wrote in the place of a name. */
export const pathInWords = (path: readonly PropertyKey[]): string =>
  path.map((name) => (/^(?:[A-Za-z_]\w{0,39}|\d{1,6})$/.test(String(name)) ? String(name) : '…')).join('.')

const sizeWord = (origin: string) => (origin === 'string' ? 'text' : origin === 'array' ? 'list' : 'number')

/** Our own schemas put a bare key where zod keeps its message; zod's own sentences have spaces. */
const namedKey = (message: string) => (/^[a-z][A-Za-z.-]*$/.test(message) ? message : undefined)

function paramsOf(params: Record<string, unknown> | undefined) {
  if (!params) return {}
  const kept = Object.entries(params).filter((e): e is [string, string | number] => typeof e[1] !== 'object')
  return kept.length ? { params: Object.fromEntries(kept) } : {}
}

/** All problems of a failed parse, the innermost of a union, one a path and key. `isMissing` says which are of a field that was left blank. */
export function problemsOf(error: z.ZodError, isMissing: (issue: Issue) => boolean = () => false): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  for (const issue of error.issues.flatMap(unfold)) {
    const problem = { path: pathInWords(issue.path), ...(isMissing(issue) ? { key: 'required' } : keyOf(issue)) }
    found.set(`${problem.path} ${problem.key}`, problem)
  }
  return [...found.values()]
}

function unfold(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const branch = issue.errors.find((errors) => errors.some((e) => e.code !== 'invalid_type')) ?? issue.errors[0]
  if (!branch?.length) return [issue]
  return branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }) as Issue).flatMap(unfold)
}
