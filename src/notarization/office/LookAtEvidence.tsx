import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { type OfficeEvidence, officeOrderCalls } from '../../../contract/notarization/office-orders.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant, formatSize } from '../../kit/plain/format.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useRead } from '../../kit/resource/useCall.ts'

interface Props {
  orderId: string
  ano: string
  onClose(): void
}

/** A piece of evidence as it was sealed: its pictures, its files with their digests, and whether it is still what was handed in. */
export function LookAtEvidence({ orderId, ano, onClose }: Props) {
  const { data, error, refetch } = useRead(
    officeOrderCalls.evidence,
    { params: { id: orderId, ano } },
    { staleTime: 0 },
  )
  return (
    <Drawer open title={data?.name ?? ano} size={640} onClose={onClose}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <Looked evidence={data} orderId={orderId} />
      ) : (
        <Loading rows={6} />
      )}
    </Drawer>
  )
}

type File = OfficeEvidence['files'][number]

function Looked({ evidence, orderId }: { evidence: OfficeEvidence; orderId: string }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
  const { ano, sealedAt, isAsHandedIn, files } = evidence
  const address = (file: File) => link(pathOf(officeOrderCalls.evidenceFile, { id: orderId, ano, fileId: file.id }))
  return (
    <>
      <p className="skz-muted skz-number">
        {ano}
        {sealedAt && ` · ${formatInstant(sealedAt)}`}
      </p>
      <Alert
        type={isAsHandedIn ? 'success' : 'error'}
        showIcon
        title={t(isAsHandedIn ? 'evidence.asHandedIn' : 'evidence.notAsHandedIn')}
      />
      {files.map((file) => (
        <section key={file.id} className="skz-section">
          <h3 className="skz-break">{file.fileName}</h3>
          {shows(file) && <img className="skz-look" src={address(file)} alt={file.fileName} loading="lazy" />}
          <p>
            <Button icon={<DownloadOutlined aria-hidden />} href={address(file)} download>
              {t('files.download')}
            </Button>{' '}
            <span className="skz-muted">
              {file.fileType} · {formatSize(file.fileSize)}
            </span>
          </p>
          <CopyText text={file.sha256} shorten="line" label="SHA-256" />
        </section>
      ))}
    </>
  )
}

/** A browser draws these from their bytes and runs nothing in them. */
const shows = ({ fileType }: File) => fileType === 'image/png' || fileType === 'image/jpeg'
