import { useTranslation } from 'react-i18next'
import type { Caution, PageNote } from '../../../contract/evidence/evidence.ts'
import { sayKey, type Words } from '../../kit/resource/words.ts'

export const cautionText = ({ code, params }: Caution, t: Words) => sayKey(t, `captures:caution.${code}`, params)

/** What whoever relies on evidence should know of it besides its proof. */
export function Cautions({ cautions }: { cautions: Caution[] }) {
  const { t } = useTranslation(['captures'])
  return (
    <ul className="skz-plain">
      {cautions.map((caution) => (
        <li key={caution.code}>{cautionText(caution, t)}</li>
      ))}
    </ul>
  )
}

/** How pictures show a page of which nothing is lacking. */
export function Notes({ notes }: { notes: PageNote[] }) {
  const { t } = useTranslation(['captures'])
  return (
    <ul className="skz-plain">
      {notes.map(({ code, params }) => (
        <li key={code}>{sayKey(t, `captures:note.${code}`, params)}</li>
      ))}
    </ul>
  )
}
