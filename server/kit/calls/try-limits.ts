import type { Limit } from './rate-limits.ts'

/** How often one secret may be tried. */
export interface TryLimits {
  /** By whoever tries: from one origin, or on one device that its owner signed in with before. */
  lane: readonly Limit[]
  /** By everybody together who comes from where its owner never was: guessing stays slow however many machines guess. */
  strangers: readonly Limit[]
}

const quarter = 900
const hour = 3_600
const day = 86_400

/** Six digits, of which three count at a time: sixty tries a day are 180 of a million chances for whoever knows the password already. */
const secondStep: TryLimits = {
  lane: [
    { hits: 10, seconds: quarter },
    { hits: 30, seconds: day },
  ],
  strangers: [
    { hits: 20, seconds: quarter },
    { hits: 60, seconds: day },
  ],
}

/**
 * Every bound on wrong tries of a secret. Tries are counted in the database before the secret is looked at, and right ones are taken back. Nobody is
 * locked out by tries of others: strangers fill their own lane and the one that all of them share, never that of a known device
 * (OWASP: device cookies).
 */
export const tryLimits = {
  /** At the login. With these a stranger has 2,400 guesses a day at a password of ten characters, each of them behind a captcha. */
  password: { lane: [{ hits: 10, seconds: quarter }], strangers: [{ hits: 100, seconds: hour }] },
  /** Of somebody who is signed in. */
  ownPassword: { lane: [{ hits: 10, seconds: quarter }], strangers: [{ hits: 30, seconds: quarter }] },
  totp: secondStep,
  /** Counted apart from the authenticator's, so that who uses up the one still has the other. */
  recovery: secondStep,
} satisfies Record<string, TryLimits>

export type Secret = keyof typeof tryLimits

/** Passwords that one origin may try at all phones together: an office may stand behind one address. */
export const passwordsOfOrigin: Limit = { hits: 600, seconds: quarter }

/** Wrong passwords before a captcha is asked for: at one phone, and of one origin at all phones. */
export const captchaAfter = { phone: 3, origin: 20 }

/** Wrong extraction codes for one number from one origin. */
export const extractionTries = [
  { hits: 5, seconds: hour },
  { hits: 10, seconds: day },
] as const satisfies readonly Limit[]

/**
 * Wrong extraction codes for one number from everywhere, since the last right one, before the code rests. Its owner can end the rest; without that
 * six digits stand for ninety days against 2,700 guesses.
 */
export const extractionRest = { tries: 30, seconds: day }
