import { type DragEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { harmless } from '../../../proof/describe.ts'
import { type Trusted, nothingTrusted } from './trusted.ts'
import { type Verified, verifying } from './verifying.ts'

// Checked files alone have one; it comes while the first is read.
const loadReport = () => import('./Report.tsx')
const Report = lazy(async () => ({ default: (await loadReport()).Report }))

interface Props {
  /** Of a file that brings no proof of its own; null while nothing is known. */
  onHash(sha256: string | null): void
}

/** A dropped file: packages and certificates are verified here, of any other the hash is asked for. */
export function CheckFile({ onHash }: Props) {
  const { t } = useTranslation(['site'])
  const [file, setFile] = useState<File>()
  const [part, setPart] = useState<number>()
  const [outcome, setOutcome] = useState<Verified>()
  const [trusted, setTrusted] = useState<Trusted>(nothingTrusted)
  const [over, setOver] = useState(false)
  const running = useRef<{ stop(): void }>(undefined)
  useEffect(() => () => running.current?.stop(), [])

  async function verify(chosen: File, by: Trusted) {
    running.current?.stop()
    setFile(chosen)
    setOutcome(undefined)
    setPart(0)
    onHash(null)
    void loadReport().catch(() => undefined)
    const run = verifying({ file: chosen, ...by }, setPart)
    running.current = run
    const verified = await run.promise
    if (running.current !== run) return
    setPart(undefined)
    setOutcome(verified)
    if ('sha256' in verified) onHash(verified.sha256)
  }

  const take = (chosen: File | undefined) => chosen && void verify(chosen, trusted)
  const trust = (by: Trusted) => {
    setTrusted(by)
    if (file) void verify(file, by)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }

  return (
    <>
      <label
        className={over ? 'drop over' : 'drop'}
        onDragOver={(e) => (e.preventDefault(), setOver(true))}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <strong>{t('site:query.drop')}</strong>
        <span>{t('site:query.kinds')}</span>
        <span>{t('site:query.stays')}</span>
        <input type="file" className="file" onChange={(e) => (take(e.target.files?.[0]), (e.target.value = ''))} />
      </label>
      {file && (
        <div className="hashing">
          <span className="skz-break">{harmless(file.name)}</span>
          {part !== undefined && <progress max={1} value={part} aria-label={t('site:query.hashing')} />}
        </div>
      )}
      <div aria-live="polite">
        {outcome && 'problem' in outcome && (
          <p className="error" role="alert">
            {t('site:query.unreadable')}
          </p>
        )}
        {outcome && 'report' in outcome && file && (
          <Suspense>
            <Report report={outcome.report} fileName={file.name} trusted={trusted} onTrust={trust} />
          </Suspense>
        )}
      </div>
    </>
  )
}
