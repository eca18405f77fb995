import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readBlocks, readRoots, type Trusted } from './trusted.ts'

/** Roots and blocks that the reader got over another channel: with them nothing rests on the file's own word. */
export function TrustMore({ trusted, onTrust }: { trusted: Trusted; onTrust(by: Trusted): void }) {
  const { t } = useTranslation(['site'])
  const id = useId()
  const [files, setFiles] = useState<FileList | null>(null)
  const [blocks, setBlocks] = useState(trusted.blocks.join('\n'))
  const [problem, setProblem] = useState<'roots' | 'blocks'>()

  async function submit(event: FormEvent) {
    event.preventDefault()
    const hashes = readBlocks(blocks)
    const roots = files?.length ? await readRoots(files) : trusted.roots
    setProblem(hashes ? (roots ? undefined : 'roots') : 'blocks')
    if (hashes && roots) onTrust({ roots, blocks: hashes })
  }

  return (
    <details className="trust-more" open={trusted.roots.length > 0 || trusted.blocks.length > 0}>
      <summary>{t('site:verify.trust')}</summary>
      <p className="note">{t('site:verify.trustLead')}</p>
      <form onSubmit={(e) => void submit(e)} noValidate>
        <label htmlFor={`${id}r`}>{t('site:verify.roots')}</label>
        <input
          id={`${id}r`}
          type="file"
          multiple
          accept=".pem,.crt,.cer"
          aria-describedby={problem === 'roots' ? `${id}p` : undefined}
          onChange={(e) => setFiles(e.target.files)}
        />
        <label htmlFor={`${id}b`}>{t('site:verify.blocks')}</label>
        <textarea
          id={`${id}b`}
          rows={2}
          value={blocks}
          spellCheck={false}
          aria-invalid={problem === 'blocks'}
          aria-describedby={problem === 'blocks' ? `${id}p` : undefined}
          onChange={(e) => setBlocks(e.target.value)}
        />
        {problem && (
          <p id={`${id}p`} className="error" role="alert">
            {t(`site:verify.wrong.${problem}`)}
          </p>
        )}
        <button type="submit" className="button primary">
          {t('site:verify.again')}
        </button>
      </form>
    </details>
  )
}
