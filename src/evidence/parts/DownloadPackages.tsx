import { useTranslation } from 'react-i18next'
import { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import type { EvidenceRow } from '../../../contract/evidence/evidence.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { PayDownload } from './PayDownload.tsx'

/** Packages of many in one archive, once what they cost is paid. */
export function DownloadPackages({ rows, onClose }: { rows: readonly EvidenceRow[]; onClose(): void }) {
  const { t } = useTranslation(['evidence', 'common'])
  const { client } = useConsole()
  const notices = useNotices()
  const anos = rows.map((r) => r.ano)
  async function download() {
    onClose()
    try {
      const { zipLink, list } = await client.call(deliveryCalls.bundle, { query: { anos: anos.join(',') } })
      // Something was changed meanwhile, and none can be had any more.
      if (!zipLink) return notices.warn(list[0]?.reason ?? t('common:requestError'))
      window.location.assign(zipLink)
      notices.done(t('action.download.done'))
    } catch (error) {
      notices.refusal(error)
    }
  }
  return <PayDownload anos={anos} onPaid={() => void download()} onClose={onClose} />
}
