import { useTranslation } from 'react-i18next'
import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import { sayKey } from '../../kit/resource/words.ts'

/** The points of a kind's notice, as its papers number them. */
export function NoticePoints({ kind }: { kind: OrderKind }) {
  const { t } = useTranslation(['notarization'])
  return (
    <ol className="skz-points">
      {(factsOfKind(kind).notice ?? []).map((point) => (
        <li key={point}>{sayKey(t, `notarization:notice.${kind}.${point}`)}</li>
      ))}
    </ol>
  )
}
