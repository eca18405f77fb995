import { type ChangeEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostFileMegabytes, mostFiles, type SentFile } from './case-values.ts'
import { sendFile } from './send-file.ts'

interface Props {
  files: readonly SentFile[]
  error: string | undefined
  onAdd(file: SentFile): void
  onRemove(id: string): void
}

/** Files that go along; each leaves when it is chosen. */
export function CaseFiles({ files, error, onAdd, onRemove }: Props) {
  const { t } = useTranslation(['site'])
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [sending, setSending] = useState<string>()
  const [problems, setProblems] = useState<string[]>([])

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    if (sending !== undefined) return
    const chosen = [...(target.files ?? [])]
    const room = mostFiles - files.length
    const found = chosen.length > room ? [t('site:lawyers.case.files.tooMany', { most: mostFiles })] : []
    for (const file of chosen.slice(0, room)) {
      setSending(file.name)
      const problem = await send(file)
      if (problem) found.push(`${file.name}: ${problem}`)
    }
    setSending(undefined)
    setProblems(found)
    // The same file can be chosen again.
    target.value = ''
  }

  async function send(file: File): Promise<string | undefined> {
    if (file.size > mostFileMegabytes * 1024 * 1024)
      return t('site:lawyers.case.files.tooBig', { most: mostFileMegabytes })
    try {
      const { fileId } = await sendFile(file)
      onAdd({ id: fileId, name: file.name })
      return undefined
    } catch (e) {
      return (e as Error).message
    }
  }

  return (
    <div className="field lawyer-field lawyer-files">
      <label htmlFor={id}>{t('site:lawyers.case.files.label')}</label>
      <input
        ref={input}
        id={id}
        type="file"
        multiple
        accept="image/*,application/pdf"
        aria-invalid={error ? true : undefined}
        aria-describedby={[`${id}n`, error && `${id}e`].filter(Boolean).join(' ')}
        onChange={(event) => void choose(event)}
      />
      <p id={`${id}n`} className="note">
        {t('site:lawyers.case.files.note', { most: mostFiles, megabytes: mostFileMegabytes })}
      </p>
      <p className="note" role="status">
        {sending !== undefined
          ? t('site:lawyers.case.files.sending', { name: sending })
          : files.length > 0 && t('site:lawyers.case.files.sent', { count: files.length })}
      </p>
      <Sent
        files={files}
        onRemove={(fileId) => {
          onRemove(fileId)
          input.current?.focus()
        }}
      />
      {problems.length > 0 && (
        <div className="error" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      {error && (
        <p id={`${id}e`} className="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

function Sent({ files, onRemove }: Pick<Props, 'files' | 'onRemove'>) {
  const { t } = useTranslation(['site'])
  if (!files.length) return null
  return (
    <ul>
      {files.map(({ id, name }) => (
        <li key={id}>
          <span>{name}</span>
          <button
            type="button"
            className="link"
            aria-label={t('site:lawyers.case.files.removeOne', { name })}
            onClick={() => onRemove(id)}
          >
            {t('site:lawyers.case.files.remove')}
          </button>
        </li>
      ))}
    </ul>
  )
}
