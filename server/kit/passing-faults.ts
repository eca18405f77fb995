import { AppError } from './errors.ts'

/*
 * Faults of what this process depends on: disk, store, database, the network between. They pass by themselves or by an operator's hand, and say
 * nothing of the work that met them. Whoever does that work gives it back and counts no attempt; whoever asks is told to come again.
 */
export interface PassingFault {
  code: 'storage-full' | 'storage-failed' | 'part-away'
  /** It is certainly of disk, store or database. An error of a connection alone may be of any other one. */
  isOwn: boolean
}

const ofDisk: Record<string, PassingFault['code']> = {
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
  EROFS: 'storage-failed',
  EIO: 'storage-failed',
}

/** PostgreSQL: by code, and by the two first signs of it, which are its class. */
const ofDatabase: Record<string, PassingFault['code']> = {
  '53100': 'storage-full',
  // No more memory or connections.
  '53': 'part-away',
  // A connection that went.
  '08': 'part-away',
  // It ended the connection, fell, or is beginning.
  '57P01': 'part-away',
  '57P02': 'part-away',
  '57P03': 'part-away',
  // Two waited for each other, or met: one of them was sent away, and may come again.
  '40001': 'part-away',
  '40P01': 'part-away',
}

const ofConnections = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** The client of the database says these without a code. */
const saidByClient =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

const ofOurConnections = new WeakSet<object>()
/** Notes that an error came over a connection to our database, which by itself it does not say. */
export const noteOwnFault = (error: object) => void ofOurConnections.add(error)

interface Told {
  code?: unknown
  name?: unknown
  message?: unknown
  cause?: unknown
  errors?: unknown
  /** Of the store in a bucket. */
  $metadata?: { httpStatusCode?: number }
}

const inTable = (table: Record<string, PassingFault['code']>, code: string) =>
  Object.hasOwn(table, code) ? table[code] : undefined

function ofStore({ name, $metadata }: Told): PassingFault['code'] | undefined {
  if (!$metadata) return undefined
  const status = $metadata.httpStatusCode ?? 0
  // It refuses our key, has too much to do, or is not well; where no answer came at all, its client says that it waited.
  return [401, 403, 429].includes(status) || status >= 500 || name === 'TimeoutError' ? 'part-away' : undefined
}

const codes = ['storage-full', 'storage-failed', 'part-away'] as const

function faultItself(error: Told): PassingFault | undefined {
  const code = String(error.code ?? '')
  const own =
    error instanceof AppError
      ? codes.find((one) => one === code)
      : (inTable(ofDisk, code) ??
        (/^[0-9A-Z]{5}$/.test(code)
          ? (inTable(ofDatabase, code) ?? inTable(ofDatabase, code.slice(0, 2)))
          : undefined) ??
        ofStore(error) ??
        (saidByClient.test(String(error.message ?? '')) ? ('part-away' as const) : undefined))
  if (own) return { code: own, isOwn: true }
  if (!ofConnections.has(code)) return undefined
  return { code: 'part-away', isOwn: error.$metadata !== undefined || ofOurConnections.has(error) }
}

/** The passing fault that an error tells of, or what caused it; undefined for every other error: that one stays, however often it is tried. */
export function faultOf(error: unknown, depth = 5): PassingFault | undefined {
  if (typeof error !== 'object' || error === null || depth === 0) return undefined
  const told = error as Told
  const within = [told.cause, ...(Array.isArray(told.errors) ? (told.errors as unknown[]) : [])]
  return faultItself(told) ?? within.map((one) => faultOf(one, depth - 1)).find(Boolean)
}
