import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../kit/plain/format.ts'
import type { SharedFileRow } from './FileFacts.tsx'

/** What a phone shows without delay. */
const shownBytes = 256 * 1024

/** Text of today is UTF-8; Chinese text of yesterday is GB 18030. */
function textOf(bytes: ArrayBuffer): string {
  try {
    // The last sign may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

async function beginningOf(source: string, size: number): Promise<ArrayBuffer> {
  const headers = size > shownBytes ? { range: `bytes=0-${shownBytes - 1}` } : undefined
  const reply = await fetch(source, { cache: 'no-store', ...(headers && { headers }) })
  if (!reply.ok) throw new Error(String(reply.status))
  return reply.arrayBuffer()
}

interface Props {
  source: string
  file: SharedFileRow
  blob: Blob | undefined
  onFail(failed: true): void
}

/** The beginning of a text, as text: nothing in it is markup here. */
export function FileText({ source, file: { fileName, fileSize }, blob, onFail }: Props) {
  const { t } = useTranslation(['site', 'certificates'])
  const [text, setText] = useState<string>()
  useEffect(() => {
    let gone = false
    const bytes = blob ? blob.slice(0, shownBytes).arrayBuffer() : beginningOf(source, fileSize)
    bytes.then(
      (found) => gone || setText(textOf(found)),
      () => gone || onFail(true),
    )
    return () => void (gone = true)
  }, [source, fileSize, blob, onFail])
  if (text === undefined) return <p aria-busy="true">{t('site:loading')}</p>
  return (
    <>
      <pre className="shown" tabIndex={0} role="region" aria-label={fileName}>
        {text}
      </pre>
      {fileSize > shownBytes && (
        <p className="note">{t('certificates:shared.file.cut', { size: formatSize(shownBytes) })}</p>
      )}
    </>
  )
}
