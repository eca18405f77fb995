import { DownloadOutlined } from '@ant-design/icons'
import { Button, Grid } from 'antd'
import { useTranslation } from 'react-i18next'
import { type EvidenceFile, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { useConsole } from '../../kit/console-context.ts'
import { CopyText } from '../../kit/CopyText.tsx'
import { formatSize } from '../../kit/format.ts'
import { SmallTable } from '../../kit/SmallTable.tsx'

export function useFileLink() {
  const { bean } = useConsole()
  return (id: string) => `${pathOf(evidenceCalls.fileBytes, { id })}?account=${bean.accountId}`
}

/** Every sealed file with both hashes; the same list stands in the statement and on the certificate. */
export function EvidenceFiles({ files }: { files: EvidenceFile[] }) {
  const { t } = useTranslation(['common', 'evidence'])
  const wide = Grid.useBreakpoint().md ?? true
  const link = useFileLink()
  const download = (f: EvidenceFile) => <Button type="text" icon={<DownloadOutlined aria-hidden />} href={link(f.id)} download aria-label={t('downloadNamed', { name: f.fileName })} />
  if (!wide) {
    return (
      <ul className="skz-cards">
        {files.map((f) => (
          <li key={f.id} className="skz-card">
            <div className="skz-card-head"><strong className="skz-break">{f.fileName}</strong>{download(f)}</div>
            <dl>
              <div><dt>{t('evidence:file.size')}</dt><dd>{formatSize(f.fileSize)}</dd></div>
              <div><dt>SHA-256</dt><dd><CopyText text={f.sha256} shorten label="SHA-256" /></dd></div>
              <div><dt>SM3</dt><dd><CopyText text={f.sm3} shorten label="SM3" /></dd></div>
            </dl>
          </li>
        ))}
      </ul>
    )
  }
  return (
    <SmallTable<EvidenceFile>
      caption={t('evidence:tab.files', { count: files.length })} rows={files} keyOf={(f) => f.id}
      columns={[
        { key: 'name', title: t('evidence:file.name'), render: (f) => <span className="skz-two-lines"><span>{f.fileName}</span><small>{f.fileType}</small></span> },
        { key: 'size', title: t('evidence:file.size'), end: true, width: 110, render: (f) => formatSize(f.fileSize) },
        { key: 'sha256', title: 'SHA-256', render: (f) => <CopyText text={f.sha256} shorten label="SHA-256" /> },
        { key: 'sm3', title: 'SM3', render: (f) => <CopyText text={f.sm3} shorten label="SM3" /> },
        { key: 'download', title: <span className="skz-hidden">{t('actions')}</span>, width: 64, render: download },
      ]}
    />
  )
}
