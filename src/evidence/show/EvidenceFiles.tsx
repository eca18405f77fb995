import { DownloadOutlined, EditOutlined, EyeOutlined } from '@ant-design/icons'
import { Button, Grid } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EvidenceFile } from '../../../contract/evidence/evidence.ts'
import { shownAsOf } from '../../../contract/registry/previews.ts'
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

interface FilesProps {
  files: EvidenceFile[]
  renamable?: boolean
}

/** Every sealed file with both hashes; the same list stands in the statement and on the certificate. */
export function EvidenceFiles({ files, renamable = false }: FilesProps) {
  const wide = Grid.useBreakpoint().md ?? true
  const [looking, setLooking] = useState<EvidenceFile>()
  const [naming, setNaming] = useState<EvidenceFile>()
  const actions = (file: EvidenceFile) => (
    <FileActions file={file} onLook={setLooking} {...(renamable ? { onRename: setNaming } : {})} />
  )
  return (
    <>
      {wide ? (
        <FileTable files={files} renamable={renamable} actions={actions} />
      ) : (
        <FileCards files={files} actions={actions} />
      )}
      <Suspense fallback={null}>
        {looking && <FilePreview file={looking} onClose={() => setLooking(undefined)} />}
        {naming && <RenameFile file={naming} onClose={() => setNaming(undefined)} />}
      </Suspense>
    </>
  )
}

interface ActionsProps {
  file: EvidenceFile
  onLook(file: EvidenceFile): void
  onRename?(file: EvidenceFile): void
}

function FileActions({ file, onLook, onRename }: ActionsProps) {
  const { t } = useTranslation(['common', 'evidence'])
  const link = useFileLink()
  return (
    <span className="skz-actions">
      {shownAsOf(file.fileType) && (
        <Button
          type="text"
          icon={<EyeOutlined aria-hidden />}
          onClick={() => onLook(file)}
          aria-label={t('evidence:preview.open', { name: file.fileName })}
        />
      )}
      {onRename && (
        <Button
          type="text"
          icon={<EditOutlined aria-hidden />}
          onClick={() => onRename(file)}
          aria-label={t('evidence:renameFile.open', { name: file.shownName ?? file.fileName })}
        />
      )}
      <Button
        type="text"
        icon={<DownloadOutlined aria-hidden />}
        href={link(file.id)}
        download
        aria-label={t('downloadNamed', { name: file.fileName })}
      />
    </span>
  )
}

interface ShownProps extends FilesProps {
  actions(file: EvidenceFile): ReactNode
}

function FileCards({ files, actions }: ShownProps) {
  const { t } = useTranslation(['common', 'evidence'])
  return (
    <ul className="skz-cards">
      {files.map((f) => (
        <li key={f.id} className="skz-card">
          <div className="skz-card-head">
            <strong className="skz-break">{f.shownName ?? f.fileName}</strong>
            {actions(f)}
          </div>
          <dl>
            <div>
              <dt>{t('evidence:file.size')}</dt>
              <dd>{formatSize(f.fileSize)}</dd>
            </div>
            <div>
              <dt>{t('evidence:field.sha256')}</dt>
              <dd>{renderField(t, hashes, 'sha256', f)}</dd>
            </div>
            <div>
              <dt>{t('evidence:field.sm3')}</dt>
              <dd>{renderField(t, hashes, 'sm3', f)}</dd>
            </div>
          </dl>
        </li>
      ))}
    </ul>
  )
}

function FileTable({ files, renamable, actions }: ShownProps) {
  const { t } = useTranslation(['common', 'evidence'])
  return (
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
                {f.path} · {f.fileType}
              </small>
            </span>
          ),
        },
        { key: 'size', title: t('evidence:file.size'), end: true, width: 110, render: (f) => formatSize(f.fileSize) },
        { key: 'sha256', title: t('evidence:field.sha256'), render: (f) => renderField(t, hashes, 'sha256', f) },
        { key: 'sm3', title: t('evidence:field.sm3'), render: (f) => renderField(t, hashes, 'sm3', f) },
        {
          key: 'download',
          title: <span className="skz-hidden">{t('actions')}</span>,
          width: renamable ? 140 : 104,
          render: actions,
        },
      ]}
    />
  )
}
