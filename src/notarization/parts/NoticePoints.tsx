import { useTranslation } from 'react-i18next'
import { factsOfKind, type OrderKind } from '../../../contract/notarization/order-kinds.ts'
import { Points } from '../../kit/page/Points.tsx'
import { sayKey } from '../../kit/resource/words.ts'

/** The points of a kind's notice, as its papers number them. */
export function NoticePoints({ kind }: { kind: OrderKind }) {
  const { t } = useTranslation(['notarization'])
  return (
    <Points list={(factsOfKind(kind).notice ?? []).map((point) => sayKey(t, `notarization:notice.${kind}.${point}`))} />
  )
}
