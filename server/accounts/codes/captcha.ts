import { randomInt } from 'node:crypto'
import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import svgCaptcha from 'svg-captcha'
import { CaptchaWork } from '../../../contract/accounts/session.ts'

export interface Question {
  answer: string
  svg?: string
  work?: CaptchaWork
}

/** A picture of five characters, without those that look alike. */
export function pictureQuestion(): Question {
  const made = svgCaptcha.create({
    size: 5,
    noise: 2,
    color: true,
    background: '#f5f5f5',
    ignoreChars: '0oO1iIlL5sS2zZ',
    width: 160,
    height: 48,
  })
  return { answer: made.text, svg: made.data }
}

/** How many numbers a device tries at most, where nobody asked for more than a few. */
const usualNumbers = 1_500
/** Rounds of a key: some tenths of a millisecond on a telephone. */
const cost = 1_000

/**
 * The same gate for those who cannot see a picture (WCAG 1.1.1): their device works for it. `times` makes it dearer for whoever asks again and
 * again; what really bounds guessing are the rate limits and the caps a phone.
 */
export async function workQuestion(times: number): Promise<Question> {
  const most = usualNumbers * times
  const counter = randomInt(most / 3, most)
  const { parameters } = await createChallenge({ algorithm: 'PBKDF2/SHA-256', cost, counter, deriveKey })
  return { answer: String(counter), work: CaptchaWork.parse(parameters) }
}
