import { startTransition, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../parts/fields/Field.tsx'
import { SiteShell } from '../parts/SiteShell.tsx'
import { CallEntry } from './CallEntry.tsx'
import { type ApiCall, callsByGroup, type Document } from './document.ts'

/** The interface for programs, read from the same document that programs read. */
export function Docs() {
  const { t } = useTranslation(['site'])
  const [wish, setWish] = useState('')
  const { groups, failed } = useDocument()
  const fits = ({ path, operation }: ApiCall) =>
    `${path} ${operation.summary ?? ''}`.toLowerCase().includes(wish.trim().toLowerCase())
  const shown = groups
    ?.map(([name, calls]) => [name, calls.filter(fits)] as const)
    .filter(([, calls]) => calls.length > 0)
  return (
    <SiteShell title={t('site:docs.title')} description={t('site:docs.lead')}>
      <h1>{t('site:docs.title')}</h1>
      <p className="lead">{t('site:docs.lead')}</p>
      <ul className="facts">
        <li>{t('site:docs.envelope')}</li>
        <li>{t('site:docs.session')}</li>
        <li>{t('site:docs.signed')}</li>
        <li>{t('site:docs.language')}</li>
        <li>{t('site:docs.stamping')}</li>
        <li>
          <a href="/docs/json">{t('site:docs.document')}</a>
        </li>
      </ul>
      <Field label={t('site:docs.find')} type="search" value={wish} onChange={(e) => setWish(e.target.value)} />
      <div aria-live="polite" aria-busy={!groups && !failed}>
        {failed && (
          <p className="error" role="alert">
            {t('site:docs.failed')}
          </p>
        )}
        {!groups && !failed && <p>{t('site:loading')}</p>}
        {shown?.length === 0 && <p>{t('site:docs.none')}</p>}
      </div>
      {shown?.map(([name, calls]) => (
        <Group key={name} name={name} calls={calls} />
      ))}
    </SiteShell>
  )
}

function Group({ name, calls }: { name: string; calls: ApiCall[] }) {
  return (
    <section className="calls">
      <h2>{name}</h2>
      {calls.map((call) => (
        <CallEntry key={`${call.method} ${call.path}`} call={call} />
      ))}
    </section>
  )
}

/** The document in the reader's language; asked for anew when that changes. */
function useDocument() {
  const { i18n } = useTranslation()
  const [state, setState] = useState<{ groups?: [string, ApiCall[]][]; failed?: boolean }>({})
  useEffect(() => {
    const gone = new AbortController()
    fetch(`/docs/json?lang=${i18n.language}`, { signal: gone.signal })
      .then((r) => (r.ok ? (r.json() as Promise<Document>) : Promise.reject(new Error(String(r.status)))))
      .then((document) => {
        const groups = callsByGroup(document)
        startTransition(() => setState({ groups }))
      })
      .catch(() => gone.signal.aborted || setState({ failed: true }))
    return () => gone.abort()
  }, [i18n.language])
  return state
}
