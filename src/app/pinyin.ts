import { useEffect, useState } from 'react'
import { loadPart } from '../kit/page/lazy-part.ts'

type Pinyin = (text: string) => { whole: string; initials: string }

/** How a Chinese name is spelled, loaded when somebody types letters. */
export function usePinyin(wanted: boolean): Pinyin | undefined {
  const [pinyin, setPinyin] = useState<Pinyin>()
  useEffect(() => {
    if (!wanted || pinyin) return
    let gone = false
    loadPart(() => import('pinyin-pro')).then(
      ({ pinyin: spell }) => {
        if (gone) return
        const letters = (text: string, pattern: 'pinyin' | 'first') =>
          spell(text, { toneType: 'none', type: 'array', pattern }).join('').toLowerCase()
        setPinyin(() => (text: string) => ({ whole: letters(text, 'pinyin'), initials: letters(text, 'first') }))
      },
      // Without it names are still found by their own characters.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [wanted, pinyin])
  return pinyin
}

/** True where a name holds the word, as it is written or as it is spelled. */
export function matches(name: string, word: string, pinyin: Pinyin | undefined): boolean {
  const sought = word.toLowerCase().replaceAll(/\s/g, '')
  if (!sought || name.toLowerCase().replaceAll(/\s/g, '').includes(sought)) return true
  if (!pinyin || !/\p{Script=Han}/u.test(name)) return false
  const spelled = pinyin(name)
  return spelled.whole.includes(sought) || spelled.initials.includes(sought)
}
