import { type DragEvent, type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { PublicCertificate, PublicMatch, shareCalls } from '../../../contract/certificates/share.ts'
import { ask, type SiteError } from '../../site/api.ts'
import { Field } from '../../site/parts/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { ByCode } from './ByCode.tsx'
import { CertificateView } from './CertificateView.tsx'
import { hashFile } from '../../kit/hash-file.ts'
import { Matches } from './Matches.tsx'

type Answer = { kind: 'matches'; sha256: string; list: PublicMatch[] } | { kind: 'certificate'; item: PublicCertificate | null } | { kind: 'error'; message: string }
const ways = ['file', 'number', 'hash', 'code'] as const

/** The public check: by a file that stays in the browser, by number and identity, or by hash. */
export function Query() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const [way, setWay] = useState<(typeof ways)[number]>(params.get('no') ? 'number' : 'file')
  const [answer, setAnswer] = useState<Answer | null>(null)

  async function byHash(sha256: string) {
    try {
      const { list } = await ask<typeof shareCalls.byHash>({ method: 'GET', path: 'query/attestation/file' }, { query: { sha256 } })
      setAnswer({ kind: 'matches', sha256, list })
    } catch (e) {
      refuse(e)
    }
  }

  async function byNumber(ano: string, idNumber: string) {
    try {
      const { item } = await ask<typeof shareCalls.byNumber>({ method: 'GET', path: 'query/attestation/idAndNumber' }, { query: { ano, idNumber } })
      setAnswer({ kind: 'certificate', item })
    } catch (e) {
      refuse(e)
    }
  }

  const refuse = (e: unknown) => setAnswer({ kind: 'error', message: Object.values((e as SiteError).fields ?? {})[0] ?? (e as Error).message })

  return (
    <SiteShell title={t('site:query.title')} description={`${t('site:query.lead')} ${t('site:query.stays')}`}>
      <h1>{t('site:query.title')}</h1>
      <p className="lead">{t('site:query.lead')}</p>
      <div className="tabs" role="group" aria-label={t('site:query.way')}>
        {ways.map((w) => <button key={w} type="button" aria-pressed={way === w} onClick={() => (setWay(w), setAnswer(null))}>{t(`site:query.by.${w}`)}</button>)}
      </div>
      <div className="panel">
        {way === 'file' && <DropFile onHash={(h) => void byHash(h)} onStart={() => setAnswer(null)} />}
        {way === 'number' && <ByNumber initial={params.get('no') ?? ''} onAsk={(n, i) => void byNumber(n, i)} />}
        {way === 'code' && <ByCode initial={params.get('no') ?? ''} />}
        {way === 'hash' && <ByHash onAsk={(h) => void byHash(h)} />}
      </div>
      <div aria-live="polite">
        {answer?.kind === 'error' && <p className="error" role="alert">{answer.message}</p>}
        {answer?.kind === 'matches' && <Matches sha256={answer.sha256} list={answer.list} />}
        {answer?.kind === 'certificate' && (answer.item ? <CertificateView certificate={answer.item} /> : <div className="result none"><h2>{t('site:query.noRecord')}</h2><p>{t('site:query.noRecordText')}</p></div>)}
      </div>
    </SiteShell>
  )
}

function DropFile({ onHash, onStart }: { onHash(sha256: string): void; onStart(): void }) {
  const { t } = useTranslation(['site'])
  const [state, setState] = useState<{ name: string; part: number; done?: boolean; failed?: boolean } | null>(null)
  const [over, setOver] = useState(false)

  async function take(file: File | undefined) {
    if (!file) return
    onStart()
    setState({ name: file.name, part: 0 })
    try {
      const sha256 = await hashFile(file, (part) => setState({ name: file.name, part }))
      setState({ name: file.name, part: 1, done: true })
      onHash(sha256)
    } catch {
      setState({ name: file.name, part: 0, failed: true })
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void take(event.dataTransfer.files[0])
  }

  return (
    <>
      <label className={over ? 'drop over' : 'drop'} onDragOver={(e) => (e.preventDefault(), setOver(true))} onDragLeave={() => setOver(false)} onDrop={drop}>
        <strong>{t('site:query.drop')}</strong>
        <span>{t('site:query.stays')}</span>
        <input type="file" className="file" onChange={(e) => void take(e.target.files?.[0])} />
      </label>
      {state && (
        <div className="hashing">
          <span className="skz-break">{state.name}</span>
          {state.failed ? <p className="error" role="alert">{t('site:query.unreadable')}</p> : <progress max={1} value={state.part} aria-label={t('site:query.hashing')} />}
        </div>
      )}
    </>
  )
}

function ByNumber({ initial, onAsk }: { initial: string; onAsk(ano: string, identity: string): void }) {
  const { t } = useTranslation(['site'])
  const [ano, setAno] = useState(initial)
  const [identity, setIdentity] = useState('')
  const [error, setError] = useState<string>()
  function submit(e: FormEvent) {
    e.preventDefault()
    const digits = ano.replace(/\s/g, '')
    if (!/^\d{18}$/.test(digits)) return setError(t('site:query.numberWrong'))
    setError(undefined)
    onAsk(digits, identity)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label={t('site:query.number')} value={ano} inputMode="numeric" required error={error} onChange={(e) => setAno(e.target.value)} />
      <Field label={t('site:query.identity')} value={identity} required note={t('site:query.identityNote')} onChange={(e) => setIdentity(e.target.value)} />
      <button type="submit" className="button primary" disabled={!identity.trim()}>{t('site:query.ask')}</button>
    </form>
  )
}

function ByHash({ onAsk }: { onAsk(sha256: string): void }) {
  const { t } = useTranslation(['site'])
  const [hash, setHash] = useState('')
  const [error, setError] = useState<string>()
  function submit(e: FormEvent) {
    e.preventDefault()
    const clean = hash.replace(/\s/g, '').toLowerCase()
    if (!/^[0-9a-f]{64}$/.test(clean)) return setError(t('site:query.hashWrong'))
    setError(undefined)
    onAsk(clean)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Field label={t('site:query.hash')} value={hash} required spellCheck={false} autoComplete="off" error={error} onChange={(e) => setHash(e.target.value)} />
      <button type="submit" className="button primary">{t('site:query.ask')}</button>
    </form>
  )
}
