import { useSearchParams } from 'react-router'
import { wordIn } from './address.ts'

/** The secret by which the page shows what is not published, where its address has one. */
export const usePreview = (): string | undefined => wordIn(useSearchParams()[0], 'preview')
