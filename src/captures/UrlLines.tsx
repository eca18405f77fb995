import TextArea from 'antd/es/input/TextArea'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf, takenOf } from '../../contract/kit/typed/clean.ts'
import { whenReleased } from '../kit/plain/when-released.ts'

export interface LineError {
  /** Counted from 1, as shown. */
  line: number
  message: string
}

/** The addresses typed, one a line, with the line each stands on; blank lines do not count. */
export function linesOf(text: string): { line: number; url: string }[] {
  return text.split('\n').flatMap((raw, i) => (addressOf(raw) ? [{ line: i + 1, url: addressOf(raw) }] : []))
}

interface Props {
  id?: string
  value?: string
  onChange?(value: string): void
  problems: LineError[]
  label: string
}

/** A field of one address a line, with numbers, and each problem named beside its line. */
export function UrlLines({ id, value = '', onChange, problems, label }: Props) {
  const { t } = useTranslation(['console', 'common'])
  const gutter = useRef<HTMLOListElement>(null)
  const describedBy = useId()
  const lines = value.split('\n')
  const [cleaned, setCleaned] = useState<LineError[]>([])
  function settle() {
    const told = lines.flatMap((raw, i) => {
      const taken = takenOf(raw, addressOf)
      return taken === undefined ? [] : [{ line: i + 1, message: t('common:form.taken', { text: taken }) }]
    })
    whenReleased(() => setCleaned(told))
    const tidy = lines.map(addressOf).join('\n')
    if (tidy !== value) onChange?.(tidy)
  }
  const bad = new Map(problems.map((p) => [p.line, p.message]))
  return (
    <div className="skz-lines">
      <div className="skz-lines-box">
        <ol ref={gutter} className="skz-lines-gutter" aria-hidden>
          {lines.map((_, i) => (
            <li key={i} className={bad.has(i + 1) ? 'skz-bad' : undefined}>
              {i + 1}
            </li>
          ))}
        </ol>
        <TextArea
          {...(id ? { id } : {})}
          value={value}
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={problems.length > 0}
          spellCheck={false}
          wrap="off"
          rows={Math.min(12, Math.max(5, lines.length + 1))}
          placeholder={'https://example.com/'}
          onBlur={settle}
          onChange={(e) => (setCleaned([]), onChange?.(e.target.value))}
          onScroll={(e) =>
            gutter.current &&
            (gutter.current.style.transform = `translateY(${-(e.target as HTMLTextAreaElement).scrollTop}px)`)
          }
        />
      </div>
      <div id={describedBy} role={problems.length ? 'alert' : undefined}>
        <ul className="skz-lines-problems">
          {problems.map((p) => (
            <li key={p.line}>
              <strong>{t('webForm.line', { line: p.line })}</strong> {p.message}
            </li>
          ))}
        </ul>
      </div>
      <ul role="status" className="skz-plain skz-muted">
        {cleaned.map((c) => (
          <li key={c.line} className="skz-break">
            <strong>{t('webForm.line', { line: c.line })}</strong> {c.message}
          </li>
        ))}
      </ul>
    </div>
  )
}
