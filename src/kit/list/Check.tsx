import { type ChangeEvent, useEffect, useRef } from 'react'

interface Props {
  label: string
  checked: boolean
  /** Some of what it stands for is chosen. */
  partly?: boolean
  onChange(checked: boolean, event: { shift: boolean }): void
}

/** The browser's own box: hundreds of them are drawn while somebody scrolls. */
export function Check({ label, checked, partly = false, onChange }: Props) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = partly && !checked
  }, [partly, checked])
  const change = (event: ChangeEvent<HTMLInputElement>) =>
    onChange(event.target.checked, { shift: event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey })
  return (
    <label className="skz-check">
      <input ref={box} type="checkbox" aria-label={label} checked={checked} onChange={change} />
    </label>
  )
}
