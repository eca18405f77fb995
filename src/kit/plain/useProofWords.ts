import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Say } from '../../../proof/describe.ts'

/** Words about proofs in the language of the page; undefined until they are here, or where nobody needs them. */
export function useProofWords(needed = true): Say | undefined {
  const { i18n } = useTranslation()
  const [say, setSay] = useState<Say>()
  useEffect(() => {
    if (!needed) return undefined
    let gone = false
    // Most pages need none, and are read without the code that looks them up.
    void import('./proof-words.ts')
      .then(({ proofWords }) => proofWords(i18n.language))
      .then((words) => gone || setSay(() => words))
    return () => void (gone = true)
  }, [i18n.language, needed])
  return say
}
