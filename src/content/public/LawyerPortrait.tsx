import type { ListedLawyer } from '../../../contract/content/lawyers.ts'
import { SentPicture } from '../../kit/plain/SentPicture.tsx'

/** The family name in Chinese, else the first letters of both ends. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : [name.trim()]
  return ends.map((word) => [...word][0] ?? '').join('')
}

/** Their picture; the name stands beside it. */
export function LawyerPortrait({ lawyer: { name, avatar } }: { lawyer: Pick<ListedLawyer, 'name' | 'avatar'> }) {
  if (avatar) return <SentPicture className="lawyer-portrait" address={avatar} width={96} height={96} sizes="96px" />
  return (
    <span className="lawyer-portrait" aria-hidden>
      {initialsOf(name)}
    </span>
  )
}
