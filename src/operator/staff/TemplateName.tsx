import { useTranslation } from 'react-i18next'
import { choiceWords, type Words } from '../../kit/resource/words.ts'

/** Which of our texts a message is: a code, or news by the kind of what happened. */
export const templateWords = (t: Words, template: string) =>
  template.startsWith('news.')
    ? choiceWords(t, 'messages', 'subtype', template.slice(5))
    : choiceWords(t, 'console', 'template', template)

export function TemplateName({ template }: { template: string }) {
  const { t } = useTranslation(['console', 'messages'])
  return templateWords(t, template)
}
