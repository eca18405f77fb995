import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { matchPath, useLocation } from 'react-router'
import type { TrailStep } from '../../kit/page/Page.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { menuGroups } from '../../kit/resource/menu.ts'
import type { PageEntry } from '../../kit/resource/pages.ts'
import { resourceWords, sayKey } from '../../kit/resource/words.ts'

export interface MenuItem {
  path: string
  label: string
  icon: ReactNode
}
type WithMenu = PageEntry & Required<Pick<PageEntry, 'menu'>>

/** What this person may open from anywhere, by group; those of no group come first. */
export function useMenuGroups(): { group: string | undefined; label: string; items: MenuItem[] }[] {
  const { t } = useTranslation(['console'])
  const { can, pages } = useConsole()
  const mine = pages.filter((p): p is WithMenu => p.menu !== undefined && can(p.right))
  return [undefined, ...menuGroups].flatMap((group) => {
    const items = mine
      .filter((p) => p.menu.group === group)
      .map(({ path, menu: { icon, title } }) => ({
        path,
        icon,
        label: typeof title === 'string' ? sayKey(t, title) : resourceWords(t, title, 'title'),
      }))
    return items.length ? [{ group, label: group ? t(`console:menu.group.${group}`) : '', items }] : []
  })
}

export const useMenu = (): MenuItem[] => useMenuGroups().flatMap(({ items }) => items)

/** Where the trail of the page here begins, if this person has that entry. */
export function useTrailStart(): TrailStep | undefined {
  const here = useMenuEntryHere()
  const entry = useMenu().find(({ path }) => path === here)
  return entry && { title: entry.label, to: entry.path }
}

/** The entry that the page here belongs to: its own, the one it says, else the one it stands beneath. */
export function useMenuEntryHere(): string | undefined {
  const { pathname, search } = useLocation()
  const { pages } = useConsole()
  const page = pages.find(({ path }) => matchPath(path, pathname))
  if (page?.menu) return page.path
  if (page?.under) return typeof page.under === 'string' ? page.under : page.under(new URLSearchParams(search))
  return pages.findLast(({ path, menu }) => menu && `${pathname}/`.startsWith(`${path}/`))?.path
}
