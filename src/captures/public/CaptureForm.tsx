import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { webCaptureCalls } from '../../../contract/captures/web.ts'
import { addressOf, takenOf } from '../../../contract/kit/typed/clean.ts'
import { webCapturePaths } from '../../../contract/captures/web-paths.ts'
import { whenReleased } from '../../kit/plain/when-released.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { Field } from '../../site/parts/fields/Field.tsx'
import { CaptureCost, useCost } from './CaptureCost.tsx'

/** A phone's screen has room for these; longer lists are for the console. */
const mostUrls = 5

const linesOf = (text: string) =>
  text.split('\n').flatMap((raw, i) => (addressOf(raw) ? [{ line: i + 1, url: addressOf(raw) }] : []))

interface Props {
  onStarted(): void
  /** The session has ended. */
  onGone(): void
}

interface Told {
  problems: string[]
  other?: string
}

export function CaptureForm({ onStarted, onGone }: Props) {
  const { t } = useTranslation(['certificates'])
  const [text, setText] = useState('')
  const [name, setName] = useState('')
  const [told, setTold] = useState<Told>({ problems: [] })
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(0)
  // One id for this form: pressing twice, or again after a lost answer, starts nothing twice.
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const lines = linesOf(text)
  const { cost, again } = useCost(lines.length, onGone)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setDone(0)
    if (!lines.length) return setTold({ problems: [t('phone.web.needUrl')] })
    if (lines.length > mostUrls) return setTold({ problems: [t('phone.web.tooMany', { max: mostUrls })] })
    setTold({ problems: [] })
    setBusy(true)
    try {
      const { list } = await ask<typeof webCaptureCalls.start>(
        { method: 'POST', path: webCapturePaths.start },
        {
          body: {
            urls: lines.map(({ url }) => url),
            evidenceName: name,
            device: 'MOBILE',
            unique_id: uniqueId,
            quoted: cost && 'quote' in cost ? cost.quote.total : undefined,
          },
        },
        { keepsSession: true },
      )
      setDone(list.length)
      setText('')
      setName('')
      setUniqueId(crypto.randomUUID())
      onStarted()
    } catch (error) {
      refuse(error as SiteError)
    }
    setBusy(false)
    again()
  }

  function refuse({ code, message, fields }: SiteError) {
    if (code === 'session-gone') return onGone()
    if (code === 'unique-id-repeated') setUniqueId(crypto.randomUUID())
    const problems = Object.entries(fields).map(([path, problem]) =>
      path.startsWith('urls.')
        ? t('phone.web.line', { line: lines[Number(path.slice(5))]?.line ?? 1, message: problem })
        : problem,
    )
    setTold(problems.length ? { problems } : { problems: [], other: message })
  }

  return (
    <form className="panel" onSubmit={(e) => void submit(e)} noValidate>
      <Lines text={text} problems={told.problems} onChange={(typed) => (setText(typed), setTold({ problems: [] }))} />
      <Field
        label={t('phone.web.name')}
        note={t('phone.web.nameNote')}
        value={name}
        maxLength={80}
        onChange={(e) => setName(e.target.value)}
      />
      <CaptureCost cost={cost} />
      {told.other && (
        <p className="error" role="alert">
          {told.other}
        </p>
      )}
      <button type="submit" className="button primary block" disabled={busy}>
        {t(busy ? 'phone.web.busy' : 'phone.web.submit')}
      </button>
      <p role="status">{done > 0 && t('phone.web.started', { count: done })}</p>
    </form>
  )
}

function Lines({ text, problems, onChange }: { text: string; problems: string[]; onChange(text: string): void }) {
  const { t } = useTranslation(['certificates', 'site'])
  const id = useId()
  const [taken, setTaken] = useState<string[]>([])
  function settle() {
    const lines = text.split('\n')
    const tidy = lines.map(addressOf).join('\n')
    if (tidy === text) return
    onChange(tidy)
    whenReleased(() => setTaken(lines.flatMap((raw) => takenOf(raw, addressOf) ?? [])))
  }
  return (
    <div className="field">
      <label htmlFor={id}>{t('phone.web.urls')}</label>
      <textarea
        id={id}
        className="lines"
        rows={mostUrls}
        value={text}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="https://example.com/"
        aria-invalid={problems.length ? true : undefined}
        aria-describedby={problems.length ? `${id}e ${id}n` : `${id}n`}
        onBlur={settle}
        onChange={(e) => (setTaken([]), onChange(e.target.value))}
      />
      <div role="status" className="note skz-break">
        {taken.map((url) => (
          <p key={url}>{t('site:taken', { text: url })}</p>
        ))}
      </div>
      <p id={`${id}n`} className="note">
        {t('phone.web.urlsNote', { max: mostUrls })}
      </p>
      {problems.length > 0 && (
        <div id={`${id}e`} className="error" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
    </div>
  )
}
