import type { FieldProblem } from '../../../contract/kit/issues.ts'
import { plainText } from '../../../contract/kit/typed/names.ts'
import { Day } from '../../../contract/kit/page.ts'
import type { NotarizationBody } from '../../../contract/notarization/notarization.ts'
import type { Question } from '../../../contract/notarization/templates.ts'

type Answer = NotarizationBody['answers'][number]

const number = /^-?\d{1,15}(?:\.\d{1,6})?$/
const longestLine = 200

/** What is wrong with an answer that was given; undefined where nothing is. */
function problemOf({ kind, options }: Question, answer: string | string[]): Omit<FieldProblem, 'path'> | undefined {
  if (Array.isArray(answer)) {
    if (kind !== 'multi') return { key: 'wrongType' }
    return answer.every((one) => options.includes(one)) ? undefined : { key: 'notAChoice' }
  }
  switch (kind) {
    case 'multi':
      return { key: 'wrongType' }
    case 'single':
      return options.includes(answer) ? undefined : { key: 'notAChoice' }
    case 'number':
      return number.test(answer) ? undefined : { key: 'plainNumber' }
    case 'date':
      return Day.safeParse(answer).success ? undefined : { key: 'format.date' }
    case 'text':
      if (answer.length > longestLine) return { key: 'tooBig.text', params: { max: longestLine } }
      return plainText(answer) ? undefined : { key: 'posing' }
    case 'area':
      return undefined
  }
}

const isEmpty = (answer: Answer | undefined) => answer === null || answer === undefined || answer.length === 0

/** Answers to the questions of a template, one for each; what is wrong with them is told at its place. */
export function judgeAnswers(questions: readonly Question[], answers: readonly Answer[]) {
  const problems: FieldProblem[] = []
  const kept = questions.map((question, i) => {
    const answer = answers[i]
    if (isEmpty(answer)) {
      if (question.isRequired) problems.push({ path: `answers.${i}`, key: 'required' })
      return null
    }
    const given = Array.isArray(answer) ? [...new Set(answer)] : answer!
    const problem = problemOf(question, given)
    if (problem) problems.push({ path: `answers.${i}`, ...problem })
    return given
  })
  if (answers.length > questions.length) problems.push({ path: 'answers', key: 'notAChoice' })
  return { kept, problems }
}
