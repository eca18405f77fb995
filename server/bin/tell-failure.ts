import { AuditBroken } from '../kit/audit/audit-check.ts'
import { ConfigError } from '../kit/settings/config.ts'
import { SchemaError } from '../kit/db/migrate.ts'
import { DatabaseTooOld } from '../kit/db/roles.ts'
import { StoreError } from '../kit/storage/store.ts'
import { ExportRefused } from '../trust/log/export.ts'
import { TrustError } from '../trust/trust-error.types.ts'
import { trustWords } from '../trust/trust-words.ts'

/** Of the network, and of PostgreSQL: password, database, role, right. */
const databaseCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000', '42704', '42501'])

/** What an operator can act upon in one sentence; of anything else the whole error. */
export function tellFailure(error: unknown): string {
  if (error instanceof TrustError) return `${trustWords[error.code]} (${error.message})`
  const { code = '', message, stack } = error as Error & { code?: string }
  if (
    error instanceof ConfigError ||
    error instanceof SchemaError ||
    error instanceof DatabaseTooOld ||
    error instanceof StoreError ||
    error instanceof AuditBroken ||
    error instanceof ExportRefused ||
    code === 'EADDRINUSE'
  )
    return message
  if (databaseCodes.has(code)) return `The database of DATABASE_URL or DATABASE_ADMIN_URL refuses (${message || code}).`
  return String(stack)
}
