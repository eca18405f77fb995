import { type FormEvent, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

/**
 * A form whose values stand in the address: another address fills it in, and sending it writes what was filled in there.
 * `choices` are what a value is chosen from, where they come later than the address.
 */
export function useAddressForm(values: Record<string, string | undefined>, ...choices: readonly unknown[]) {
  const [, setParams] = useSearchParams()
  const ref = useRef<HTMLFormElement>(null)
  const written = JSON.stringify(values)
  useEffect(() => {
    for (const [name, value] of Object.entries(JSON.parse(written) as typeof values)) {
      const input = ref.current?.elements.namedItem(name)
      if (input instanceof HTMLInputElement || input instanceof HTMLSelectElement) input.value = value ?? ''
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a select takes a value only once it is among its options
  }, [written, ...choices])
  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === 'string' && value.trim() ? [[name, value.trim()] as [string, string]] : [],
    )
    setParams(given, { preventScrollReset: true })
  }
  return { ref, method: 'get', role: 'search', onSubmit } as const
}
