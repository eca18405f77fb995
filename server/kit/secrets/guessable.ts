import { createRequire } from 'node:module'
import type * as Core from '@zxcvbn-ts/core'
import type * as Common from '@zxcvbn-ts/language-common'
import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { badFields } from '../errors.ts'

const require = createRequire(import.meta.url)

/** Beyond this a password gets no easier to guess, and judging it takes a time of its own. */
const judged = 32
/** Readings of signs as letters (`@` for `a`) that are tried. A hundred take up to a tenth of a second of everybody's time, and find no more. */
const readings = 16
/** Below 10^8 guesses a list of leaked passwords and their usual variations finds it (zxcvbn: "safely unguessable" from there on). */
const fewGuesses = 8

/** What people here write in Latin letters, and no English list holds. */
const localWords =
  'woaini wobuaini aini mima wodemima nihao laopo laogong baobei shouji zhongguo beijing shanghai admin guanliyuan cunzheng gongzheng shimakaze 5201314 1314520 520 1314 888 666'.split(
    ' ',
  )

let judge: Core.ZxcvbnFactory | undefined

/** Fifty thousand leaked passwords are read when the first one is judged: most processes never do. */
function judgeOf(): Core.ZxcvbnFactory {
  if (judge) return judge
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof Core
  const { dictionary, adjacencyGraphs } = require('@zxcvbn-ts/language-common') as typeof Common
  return (judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: readings }))
}

/**
 * Why a password is guessed soon: one that leaked or is a variation of one, a row of keys, a date, or what is known of its owner (OWASP ASVS 5.0
 * 6.2.4, 6.2.11; NIST SP 800-63B §3.1.1.2). None where it is not. `about`: names, phone and the like.
 */
export function guessable(
  password: string,
  about: readonly (string | null | undefined)[],
  path = 'password',
): FieldProblem[] {
  const known = about.filter((text): text is string => Boolean(text))
  const found = judgeOf().check(password.slice(0, judged), [...known, ...localWords])
  if (found.guessesLog10 >= fewGuesses) return []
  const ofOwner = found.sequence.some((part) => part.pattern === 'dictionary' && isOf(known, part.token))
  return [{ path, key: ofOwner ? 'passwordOfOwner' : 'passwordGuessable' }]
}

const isOf = (known: readonly string[], token: string) =>
  known.some((text) => text.toLowerCase() === token.toLowerCase())

/** Refuses a password that is guessed soon, before a code is spent on it. */
export function requireHardToGuess(password: string, about: Parameters<typeof guessable>[1], path?: string) {
  const [problem] = guessable(password, about, path)
  if (problem) throw badFields(problem)
}
