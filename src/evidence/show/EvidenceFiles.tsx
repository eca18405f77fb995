import { DownloadOutlined } from '@ant-design/icons'
import { Button, Grid, Table } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceFile, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { useConsole } from '../../kit/console-context.ts'
import { renderField } from '../../kit/cells.tsx'
import { formatSize } from '../../kit/format.ts'
import type { Resource } from '../../kit/resource.ts'

const hashes: Pick<Resource<EvidenceFile>, 'fields' | 'words'> = { words: 'evidence', fields: { sha256: { kind: 'hash' }, sm3: { kind: 'hash' } } }

export function useFileLink() {
  const { bean } = useConsole()
  return (id: string) => `${pathOf(evidenceCalls.fileBytes, { id })}?account=${bean.accountId}`
}

/** Every sealed file with both hashes; the same list stands in the statement and on the certificate. */
export function EvidenceFiles({ files }: { files: EvidenceFile[] }) {
  const { t } = useTranslation(['common', 'evidence'])
  const wide = Grid.useBreakpoint().md ?? true
  const link = useFileLink()
  const hash = (name: 'sha256' | 'sm3', file: EvidenceFile) => renderField(t, hashes, name, file)
  const download = (f: EvidenceFile) => <Button type="text" icon={<DownloadOutlined aria-hidden />} href={link(f.id)} download aria-label={t('downloadNamed', { name: f.fileName })} />
  if (!wide) {
    return (
      <ul className="skz-cards">
        {files.map((f) => (
          <li key={f.id} className="skz-card">
            <div className="skz-card-head"><strong className="skz-break">{f.fileName}</strong>{download(f)}</div>
            <dl>
              <div><dt>{t('evidence:file.size')}</dt><dd>{formatSize(f.fileSize)}</dd></div>
              <div><dt>{t('evidence:field.sha256')}</dt><dd>{hash('sha256', f)}</dd></div>
              <div><dt>{t('evidence:field.sm3')}</dt><dd>{hash('sm3', f)}</dd></div>
            </dl>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Table<EvidenceFile>
      rowKey="id" size="small" dataSource={files} pagination={false}
      columns={[
        { title: t('evidence:file.name'), dataIndex: 'fileName', render: (name: string, f) => <span className="skz-two-lines"><span>{name}</span><small>{f.fileType}</small></span> },
        { title: t('evidence:file.size'), dataIndex: 'fileSize', align: 'right', render: (n: number) => formatSize(n) },
        { title: t('evidence:field.sha256'), dataIndex: 'sha256', render: (_, f) => hash('sha256', f) },
        { title: t('evidence:field.sm3'), dataIndex: 'sm3', render: (_, f) => hash('sm3', f) },
        { title: <span className="skz-hidden">{t('actions')}</span>, key: 'download', width: 56, render: (_, f) => download(f) },
      ]}
    />
  )
}
