import { AppError } from '../../kit/errors.ts'

/** Who somebody is to a vendor. `also`: the older of two names within one application. */
export interface Identity {
  subject: string
  also: string | null
  unionId: string | null
}

export interface Way {
  appId: string
  /** Seconds that the vendor may take to answer. */
  patience: number
  /** The vendor's page, which sends the browser back to `back`. */
  pageUrl(back: string, state: string, lang: string): string
  /** Whom a code stands for; throws an `AppError` where it stands for nobody. */
  identityOf(code: string): Promise<Identity>
}

/** A refusal with its reason for the log, and for nobody else. */
export const refusal = (code: 'third-party-again' | 'third-party-busy' | 'third-party-broken', cause: Error) =>
  Object.assign(new AppError(code), { cause })

/** An id of the vendor's, or undefined for what is none. */
export const idOf = (value: unknown) =>
  typeof value === 'string' && /^[\w.=+/-]{1,128}$/.test(value) ? value : undefined
