import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verifying } from '../verifying.ts'
import type { SharedFileRow } from './FileFacts.tsx'

type State = { name: string } & ({ part: number } | { sha256: string } | { problem: true })

/** Says which of the sealed files one's own file is. It is hashed in the browser, whatever it is. */
export function CheckAgainst({ files }: { files: SharedFileRow[] }) {
  const { t } = useTranslation(['site', 'certificates'])
  const [state, setState] = useState<State>()
  const running = useRef<{ stop(): void }>(undefined)
  useEffect(() => () => running.current?.stop(), [])

  async function check(file: File) {
    running.current?.stop()
    setState({ name: file.name, part: 0 })
    const run = verifying({ file, roots: [], blocks: [], hashOnly: true }, (part) => {
      if (running.current === run) setState({ name: file.name, part })
    })
    running.current = run
    const told = await run.promise
    if (running.current !== run) return
    setState('sha256' in told ? { name: file.name, sha256: told.sha256 } : { name: file.name, problem: true })
  }

  return (
    <section className="panel check-against">
      <h2>{t('certificates:shared.digest.check')}</h2>
      <label className="drop">
        <strong>{t('certificates:shared.digest.choose')}</strong>
        <span>{t('certificates:shared.digest.stays')}</span>
        <input
          type="file"
          className="file"
          onChange={(e) => {
            const chosen = e.target.files?.[0]
            if (chosen) void check(chosen)
            e.target.value = ''
          }}
        />
      </label>
      {state && 'part' in state && (
        <div className="hashing">
          <span className="skz-break">{state.name}</span>
          <progress max={1} value={state.part} aria-label={t('certificates:shared.digest.hashing')} />
        </div>
      )}
      <div aria-live="polite">
        {state && 'problem' in state && <p className="error">{t('site:query.unreadable')}</p>}
        {state && 'sha256' in state && (
          <Verdict name={state.name} same={files.filter((f) => f.sha256 === state.sha256)} />
        )}
      </div>
    </section>
  )
}

/** Files of the same content may be sealed under several names. */
function Verdict({ name, same }: { name: string; same: SharedFileRow[] }) {
  const { t, i18n } = useTranslation(['certificates'])
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(same.map((f) => f.fileName))
  return (
    <div className={same.length ? 'result match' : 'result wrong'}>
      <h3>{same.length ? t('shared.digest.same', { name: names }) : t('shared.digest.none')}</h3>
      <p className="note skz-break">{name}</p>
      <p>{t(same.length ? 'shared.digest.sameText' : 'shared.digest.noneText')}</p>
    </div>
  )
}
