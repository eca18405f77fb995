import { useTranslation } from 'react-i18next'
import type { PublicCertificate } from '../../../../contract/certificates/share.ts'
import { formatSize } from '../../../kit/plain/format.ts'
import { Digest } from './Digest.tsx'

export type SharedFileRow = PublicCertificate['files'][number]

/** How large a file is, and its digests. */
export function FileFacts({ file }: { file: SharedFileRow }) {
  const { t } = useTranslation(['site'])
  return (
    <dl>
      <div>
        <dt>{t('site:cert.size')}</dt>
        <dd>{formatSize(file.fileSize)}</dd>
      </div>
      <Digest name="SHA-256" value={file.sha256} of={file.fileName} />
      <Digest name="SM3" value={file.sm3} of={file.fileName} />
    </dl>
  )
}
