import { type FormEvent, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { longestWord, wordIn } from './address.ts'
import { Field } from './Field.tsx'

interface Props {
  label: string
  /** What stays in the address beside the word. */
  keeps?: Record<string, string | undefined>
}

/** Looks for `q`, which stands in the address. The browser can send it by itself. */
export function SearchForm({ label, keeps = {} }: Props) {
  const { t } = useTranslation(['site'])
  const [params, setParams] = useSearchParams()
  const form = useRef<HTMLFormElement>(null)
  const q = wordIn(params, 'q') ?? ''
  useEffect(() => {
    const input = form.current?.elements.namedItem('q')
    if (input instanceof HTMLInputElement) input.value = q
  }, [q])
  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() ? [[name, value.trim()] as [string, string]] : [],
    )
    setParams(given, { preventScrollReset: true })
  }
  return (
    <form ref={form} method="get" role="search" className="search" onSubmit={search}>
      {Object.entries(keeps).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Field
        label={label}
        type="search"
        name="q"
        defaultValue={q}
        maxLength={longestWord}
        enterKeyHint="search"
        autoComplete="off"
        after={
          <button type="submit" className="button">
            {t('site:search.submit')}
          </button>
        }
      />
    </form>
  )
}
