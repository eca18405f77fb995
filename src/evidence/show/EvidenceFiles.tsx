import { DownloadOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Grid } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceFile } from '../../../contract/evidence/evidence.ts'
import { renderField } from '../../kit/page/cells.tsx'
import { formatSize } from '../../kit/plain/format.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import type { Resource } from '../../kit/resource/resource.ts'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { useFileLink } from '../parts/useFileLink.ts'

const FilePreview = lazyDialog(async () => (await import('./FilePreview.tsx')).FilePreview)

const RenameFile = lazyDialog(async () => (await import('./RenameFile.tsx')).RenameFile)

const hashes: Pick<Resource<EvidenceFile>, 'fields' | 'words'> = {
  words: 'evidence',
  fields: { sha256: { kind: 'hash' }, sm3: { kind: 'hash' } },
}

/** Every sealed file with both hashes; the same list stands in the statement and on the certificate. */
export function EvidenceFiles({ files, renamable = false }: { files: EvidenceFile[]; renamable?: boolean }) {
  const { t } = useTranslation(['common', 'evidence'])
  const wide = Grid.useBreakpoint().md ?? true
  const link = useFileLink()
  const hash = (name: 'sha256' | 'sm3', file: EvidenceFile) => renderField(t, hashes, name, file)
  const [looking, setLooking] = useState<EvidenceFile>()
  const [naming, setNaming] = useState<EvidenceFile>()
  const look = (f: EvidenceFile) => (
    <Button
      type="text"
      icon={<EyeOutlined aria-hidden />}
      onClick={() => setLooking(f)}
      aria-label={t('evidence:preview.open', { name: f.fileName })}
    />
  )
  const rename = (f: EvidenceFile) =>
    renamable && (
      <Button
        type="text"
        icon={<EditOutlined aria-hidden />}
        onClick={() => setNaming(f)}
        aria-label={t('evidence:renameFile.open', { name: f.shownName ?? f.fileName })}
      />
    )
  const dialog = (
    <Suspense fallback={null}>
      {looking && <FilePreview file={looking} onClose={() => setLooking(undefined)} />}
      {naming && <RenameFile file={naming} onClose={() => setNaming(undefined)} />}
    </Suspense>
  )
  const save = (f: EvidenceFile) => (
    <Button
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      href={link(f.id)}
      download
      aria-label={t('downloadNamed', { name: f.fileName })}
    />
  )
  const download = (f: EvidenceFile) => (
    <span className="skz-actions">
      {look(f)}
      {rename(f)}
      {save(f)}
    </span>
  )
  if (!wide) {
    return (
      <>
        <ul className="skz-cards">
          {files.map((f) => (
            <li key={f.id} className="skz-card">
              <div className="skz-card-head">
                <strong className="skz-break">{f.shownName ?? f.fileName}</strong>
                {download(f)}
              </div>
              <dl>
                <div>
                  <dt>{t('evidence:file.size')}</dt>
                  <dd>{formatSize(f.fileSize)}</dd>
                </div>
                <div>
                  <dt>{t('evidence:field.sha256')}</dt>
                  <dd>{hash('sha256', f)}</dd>
                </div>
                <div>
                  <dt>{t('evidence:field.sm3')}</dt>
                  <dd>{hash('sm3', f)}</dd>
                </div>
              </dl>
            </li>
          ))}
        </ul>
        {dialog}
      </>
    )
  }
  return (
    <>
      <SmallTable<EvidenceFile>
        caption={t('evidence:tab.files', { count: files.length })}
        rows={files}
        keyOf={(f) => f.id}
        columns={[
          {
            key: 'name',
            title: t('evidence:file.name'),
            render: (f) => (
              <span className="skz-two-lines">
                <span>{f.shownName ?? f.fileName}</span>
                <small>
                  {f.shownName ? `${f.fileName} · ` : ''}
                  {f.fileType}
                </small>
              </span>
            ),
          },
          { key: 'size', title: t('evidence:file.size'), end: true, width: 110, render: (f) => formatSize(f.fileSize) },
          { key: 'sha256', title: t('evidence:field.sha256'), render: (f) => hash('sha256', f) },
          { key: 'sm3', title: t('evidence:field.sm3'), render: (f) => hash('sm3', f) },
          {
            key: 'download',
            title: <span className="skz-hidden">{t('actions')}</span>,
            width: renamable ? 140 : 104,
            render: download,
          },
        ]}
      />
      {dialog}
    </>
  )
}
