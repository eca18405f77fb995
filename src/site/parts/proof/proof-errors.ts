import type { SiteError } from '../api.ts'

/** A refusal by field, or under no name; `first` says at the code that none was sent yet. */
export function proofErrors({ fields, message }: SiteError, first: string): Record<string, string> {
  if (!Object.keys(fields).length) return { '': message }
  const { codeId, ...rest } = fields
  return { ...rest, ...(codeId ? { code: first } : {}) }
}
