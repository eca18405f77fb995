import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../kit/resource/console-context.ts'
import { resourceWords, sayKey } from '../kit/resource/words.ts'
import { pages } from './domains.tsx'

/** The pages this person may open from anywhere, in their order. */
export function useMenu(): { path: string; label: string; icon: ReactNode }[] {
  const { t } = useTranslation(['console'])
  const { can } = useConsole()
  return pages.flatMap(({ path, right, menu }) => {
    if (!menu || !can(right)) return []
    return [
      {
        path,
        icon: menu.icon,
        label: typeof menu.title === 'string' ? sayKey(t, menu.title) : resourceWords(t, menu.title, 'title'),
      },
    ]
  })
}
