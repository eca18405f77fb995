import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Head, PageFacts } from '../../../contract/site/rendering.ts'
import { usePlatform } from './platform.ts'

/** Where a page that is written as HTML leaves what belongs into its head. */
export const HeadContext = createContext<((head: Head) => void) | null>(null)

/** The platform's name in the reader's language. */
export function usePlatformName(): string {
  const { i18n } = useTranslation()
  const basicInfo = usePlatform()?.basicInfo
  return (i18n.language === 'en' ? basicInfo?.platformNameEn : basicInfo?.platformName) ?? ''
}

/** Title, description and facts of the page shown, in the browser and where pages are written. */
export function useHead(page: string, description: string, facts: PageFacts = {}) {
  const name = usePlatformName()
  const title = name ? `${page} · ${name}` : page
  useContext(HeadContext)?.({ title, description, facts })
  useEffect(() => {
    document.title = title
  }, [title])
}
