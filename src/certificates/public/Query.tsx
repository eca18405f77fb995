import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { PublicCertificate, PublicMatch, shareCalls } from '../../../contract/certificates/share.ts'
import { digitsOf, hexOf } from '../../../contract/kit/typed/clean.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'
import { Field } from '../../site/parts/fields/Field.tsx'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { CheckFile } from './CheckFile.tsx'

// What an answer is shown with, when there is one.
const CertificateView = lazy(async () => ({ default: (await import('./CertificateView.tsx')).CertificateView }))
const Matches = lazy(async () => ({ default: (await import('./Matches.tsx')).Matches }))
const ByCode = lazy(async () => ({ default: (await import('./ByCode.tsx')).ByCode }))

type Answer =
  | { kind: 'matches'; asked: { sha256: string } | { hash: string }; list: PublicMatch[] }
  | { kind: 'certificate'; item: PublicCertificate | null }
  | { kind: 'error'; message: string }
const ways = ['file', 'number', 'hash', 'code'] as const

/** The public check: of a package, a certificate or any file, which stay in the browser; by number and identity; by hash. */
export function Query() {
  const { t } = useTranslation(['site'])
  const [params] = useSearchParams()
  const [way, setWay] = useState<(typeof ways)[number]>(params.get('no') ? 'number' : 'file')
  const [answer, setAnswer] = useState<Answer | null>(null)

  /** A file is hashed here; what somebody typed may be either digest. */
  async function byHash(query: { sha256: string } | { hash: string }) {
    try {
      const { list } = await ask<typeof shareCalls.byHash>({ method: 'GET', path: 'query/attestation/file' }, { query })
      setAnswer({ kind: 'matches', asked: query, list })
    } catch (e) {
      refuse(e)
    }
  }

  async function byNumber(ano: string, idNumber: string) {
    try {
      const { item } = await ask<typeof shareCalls.byNumber>(
        { method: 'GET', path: 'query/attestation/idAndNumber' },
        { query: { ano, idNumber } },
      )
      setAnswer({ kind: 'certificate', item })
    } catch (e) {
      refuse(e)
    }
  }

  const refuse = (e: unknown) =>
    setAnswer({ kind: 'error', message: Object.values((e as SiteError).fields ?? {})[0] ?? (e as Error).message })

  return (
    <SiteShell title={t('site:query.title')} description={`${t('site:query.lead')} ${t('site:query.stays')}`}>
      <h1>{t('site:query.title')}</h1>
      <p className="lead">{t('site:query.lead')}</p>
      <div className="tabs" role="group" aria-label={t('site:query.way')}>
        {ways.map((w) => (
          <button key={w} type="button" aria-pressed={way === w} onClick={() => (setWay(w), setAnswer(null))}>
            {t(`site:query.by.${w}`)}
          </button>
        ))}
      </div>
      <div className="panel">
        {way === 'file' && <CheckFile onHash={(h) => (h === null ? setAnswer(null) : void byHash({ sha256: h }))} />}
        {way === 'number' && <ByNumber initial={params.get('no') ?? ''} onAsk={(n, i) => void byNumber(n, i)} />}
        {way === 'code' && (
          <Suspense fallback={<p aria-busy="true">{t('site:loading')}</p>}>
            <ByCode initial={params.get('no') ?? ''} />
          </Suspense>
        )}
        {way === 'hash' && <ByHash onAsk={(hash) => void byHash({ hash })} />}
      </div>
      <div aria-live="polite">
        {answer?.kind === 'error' && (
          <p className="error" role="alert">
            {answer.message}
          </p>
        )}
        <Suspense fallback={<p aria-busy="true">{t('site:loading')}</p>}>
          {answer?.kind === 'matches' && <Matches asked={answer.asked} list={answer.list} />}
          {answer?.kind === 'certificate' && answer.item && <CertificateView certificate={answer.item} />}
        </Suspense>
        {answer?.kind === 'certificate' && !answer.item && (
          <div className="result none">
            <h2>{t('site:query.noRecord')}</h2>
            <p>{t('site:query.noRecordText')}</p>
          </div>
        )}
      </div>
    </SiteShell>
  )
}

function ByNumber({ initial, onAsk }: { initial: string; onAsk(ano: string, identity: string): void }) {
  const { t } = useTranslation(['site'])
  const [ano, setAno] = useState(initial)
  const [identity, setIdentity] = useState('')
  const [error, setError] = useState<string>()
  function submit(e: FormEvent) {
    e.preventDefault()
    const digits = digitsOf(ano)
    if (!/^\d{18}$/.test(digits)) return setError(t('site:query.numberWrong'))
    setError(undefined)
    onAsk(digits, identity)
  }
  return (
    <form onSubmit={submit} noValidate>
      <CleanField
        label={t('site:query.number')}
        value={ano}
        clean={digitsOf}
        inputMode="numeric"
        required
        error={error}
        onChange={(e) => setAno(e.target.value)}
      />
      <Field
        label={t('site:query.identity')}
        value={identity}
        required
        note={t('site:query.identityNote')}
        onChange={(e) => setIdentity(e.target.value)}
      />
      <button type="submit" className="button primary" disabled={!identity.trim()}>
        {t('site:query.ask')}
      </button>
    </form>
  )
}

function ByHash({ onAsk }: { onAsk(sha256: string): void }) {
  const { t } = useTranslation(['site'])
  const [hash, setHash] = useState('')
  const [error, setError] = useState<string>()
  function submit(e: FormEvent) {
    e.preventDefault()
    const clean = hexOf(hash)
    if (!/^[0-9a-f]{64}$/.test(clean)) return setError(t('site:query.hashWrong'))
    setError(undefined)
    onAsk(clean)
  }
  return (
    <form onSubmit={submit} noValidate>
      <CleanField
        label={t('site:query.hash')}
        value={hash}
        clean={hexOf}
        required
        spellCheck={false}
        autoComplete="off"
        error={error}
        onChange={(e) => setHash(e.target.value)}
      />
      <button type="submit" className="button primary">
        {t('site:query.ask')}
      </button>
    </form>
  )
}
