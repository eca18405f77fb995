import { useTranslation } from 'react-i18next'
import { answersOf, matterOf } from '../../../contract/notarization/order-kinds.ts'
import { sayKey } from '../../kit/resource/words.ts'
import type { OrderShown } from './OrderTab.tsx'

/** What is asked for in words: a choice by its word, a yes or no, or what was written; then the office's questions with their answers. */
export function useMatter({ orderKind, content }: Pick<OrderShown, 'orderKind' | 'content'>) {
  const { t, i18n } = useTranslation(['common', 'notarization'])
  const inWords = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return t(`common:export.${value ? 'yes' : 'no'}`)
    const word = `notarization:choice.${name}.${String(value)}`
    return i18n.exists(word) ? sayKey(t, word) : String(value)
  }
  return [
    ...matterOf(orderKind, content).map(({ name, word, value }) => ({
      name,
      label: sayKey(t, `notarization:field.${word}`),
      text: inWords(name, value),
    })),
    ...answersOf(orderKind, content).map((answer, i) => ({ name: `answers.${i}`, ...answer })),
  ]
}
