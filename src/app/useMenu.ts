import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../kit/console-context.ts'
import { resourceWords } from '../kit/words.ts'
import { pages } from './domains.tsx'

/** The pages this person may open from anywhere, in their order. */
export function useMenu(): { path: string; label: string; icon: ReactNode }[] {
  const { t } = useTranslation(['console'])
  const { can } = useConsole()
  return pages.flatMap(({ path, right, menu }) => {
    if (!menu || !can(right)) return []
    return [{ path, icon: menu.icon, label: 'words' in menu.title ? t(`menu.${menu.title.words}`) : resourceWords(t, menu.title.resource, 'title') }]
  })
}
