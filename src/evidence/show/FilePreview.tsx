import { Alert, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceFile } from '../../../contract/evidence/evidence.ts'
import { depositCalls } from '../../../contract/registry/deposits.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'

/** A file as a browser shows it, from an origin that has no session; what could run is only offered as a download. */
export function FilePreview({ file, onClose }: { file: EvidenceFile; onClose(): void }) {
  const found = useRead(depositCalls.preview, { params: { id: file.id } }, { staleTime: 300_000 })
  return (
    <Modal
      open
      width={960}
      title={<span className="skz-break">{file.shownName ?? file.fileName}</span>}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      {found.isPending ? (
        <Loading rows={6} />
      ) : found.isError ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : (
        <Shown {...found.data} name={file.fileName} />
      )}
    </Modal>
  )
}

function Shown({
  link,
  shownAs,
  contentType,
  name,
}: {
  link: string | null
  shownAs: string | null
  contentType: string
  name: string
}) {
  const { t } = useTranslation(['evidence'])
  if (!link) return <Alert type="info" showIcon title={t('preview.none', { type: contentType })} />
  return (
    <>
      <div className="skz-preview">
        {shownAs === 'image' && <img src={link} alt={name} />}
        {shownAs === 'audio' && (
          <audio src={link} controls aria-label={name}>
            <track kind="captions" label={t('preview.noCaptions')} />
          </audio>
        )}
        {shownAs === 'video' && (
          <video src={link} controls aria-label={name}>
            <track kind="captions" label={t('preview.noCaptions')} />
          </video>
        )}
        {shownAs === 'text' && <iframe src={link} title={name} sandbox="" referrerPolicy="no-referrer" />}
        {shownAs === 'pdf' && <iframe src={link} title={name} referrerPolicy="no-referrer" />}
      </div>
      <p className="skz-muted">
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('preview.apart')}
        </a>{' '}
        · {t('preview.note')}
      </p>
    </>
  )
}
