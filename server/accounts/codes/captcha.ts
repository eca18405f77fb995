import { randomInt } from 'node:crypto'
import svgCaptcha from 'svg-captcha'
import type { Language } from '../../kit/words.ts'
import { say } from '../../kit/words.ts'

export interface Question {
  answer: string
  svg?: string
  question?: string
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

/**
 * The same gate for those who cannot see a picture (WCAG 1.1.1): a sum in words. Weaker by itself; what really
 * bounds guessing are the rate limits and the caps a phone.
 */
export function textQuestion(lang: Language): Question {
  const [a, b] = [randomInt(2, 10), randomInt(2, 10)]
  const word = (n: number) => say(lang, 'accounts', `captcha.number.${n}`)
  return { answer: String(a + b), question: say(lang, 'accounts', 'captcha.sum', { a: word(a), b: word(b) }) }
}
