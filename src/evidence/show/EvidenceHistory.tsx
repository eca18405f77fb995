import { Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { formatInstant } from '../../kit/format.ts'

/** Who did what with it and when; the server writes it, nobody edits it. */
export function EvidenceHistory({ events }: { events: EvidenceDetail['events'] }) {
  const { t } = useTranslation(['evidence'])
  return (
    <Timeline
      items={events.map((e) => ({
        key: `${e.at}${e.action}`,
        content: (
          <>
            <strong>{t(`event.${e.action.replace('.', '-')}` as never, { defaultValue: e.action })}</strong>
            <div className="skz-lead"><time dateTime={e.at}>{formatInstant(e.at)}</time> · {e.actor === 'system' ? t('event.system') : e.actor}</div>
          </>
        ),
      }))}
    />
  )
}
