import { useTranslation } from 'react-i18next'
import type { Caution, PageNote } from '../../../contract/evidence/evidence.ts'
import { sayKey, type Words } from '../../kit/resource/words.ts'

export const cautionText = ({ code, params }: Caution, t: Words) => sayKey(t, `captures:caution.${code}`, params)

/** The list warns readers of evidence beyond its proof. */
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

/** The list says by which pictures a complete page is shown. */
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
