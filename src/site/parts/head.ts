import { createContext, useContext, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { usePlatform } from './platform.ts'

export interface Head {
  title: string
  description: string
}

/** Where a page that is written as HTML leaves what belongs into its head. */
export const HeadContext = createContext<((head: Head) => void) | null>(null)

/** The platform's name in the reader's language. */
export function usePlatformName(): string {
  const { i18n } = useTranslation()
  const basicInfo = usePlatform()?.basicInfo
  return (i18n.language === 'en' ? basicInfo?.platformNameEn : basicInfo?.platformName) ?? ''
}

/** Title and description of the page shown, in the browser and where pages are written. */
export function useHead(page: string, description: string) {
  const name = usePlatformName()
  const title = name ? `${page} · ${name}` : page
  useContext(HeadContext)?.({ title, description })
  useEffect(() => {
    document.title = title
  }, [title])
}
