import { useSearchParams } from 'react-router'
import { wordIn } from './address.ts'
import { useAddressForm } from './useAddressForm.ts'
import { WordField } from './WordField.tsx'

interface Props {
  label: string
  /** What stays in the address beside the word. */
  keeps?: Record<string, string | undefined>
}

/** Looks for `q`, which stands in the address. The browser can send it by itself. */
export function SearchForm({ label, keeps = {} }: Props) {
  const [params] = useSearchParams()
  const q = wordIn(params, 'q') ?? ''
  return (
    <form {...useAddressForm({ q })} className="search">
      {Object.entries(keeps).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <WordField label={label} word={q} />
    </form>
  )
}
