import { ConfigError } from '../kit/config.ts'
import { SchemaError } from '../kit/db/migrate.ts'
import { DatabaseTooOld } from '../kit/db/roles.ts'
import { TrustError } from '../trust/trust-error.ts'
import { trustWords } from '../trust/trust-words.ts'

const inWords = new Set(['EADDRINUSE', 'ECONNREFUSED', '28P01', '3D000'])

/** What an operator can act upon in one sentence; of anything else the whole error. */
export function tellFailure(error: unknown): string {
  if (error instanceof TrustError) return `${trustWords[error.code]} (${error.message})`
  const { code, message, stack } = error as Error & { code?: string }
  if (error instanceof ConfigError || error instanceof SchemaError || error instanceof DatabaseTooOld) return message
  return code !== undefined && (inWords.has(code) || code.startsWith('ERR_PARSE_ARGS')) ? message || code : String(stack)
}
