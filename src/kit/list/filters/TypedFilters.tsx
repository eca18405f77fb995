import { SearchOutlined } from '@ant-design/icons'
import Input from 'antd/es/input/Input'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mostFen } from '../../../../contract/kit/fields.ts'
import { yuanOf } from '../../../../contract/kit/money.ts'
import { parseMoney } from '../../../../contract/kit/typed/money.ts'
import { longestFilter } from './filter-codec.ts'

interface Typed {
  /** As it stands in the address. */
  value: string
  label: string
  onChange(value: string): void
}

/**
 * What is typed, told after a pause as the address keeps it; undefined is none that it could keep. While the two mean
 * the same, nobody changes what stands in the field.
 */
function useTyped(
  { value, onChange }: Typed,
  write: (text: string) => string | undefined,
  read: (value: string) => string,
) {
  const [text, setText] = useState(() => read(value))
  const meant = write(text)
  // oxlint-disable-next-line react/exhaustive-deps -- only news of the address counts here, typing does not
  useEffect(() => setText((typed) => (write(typed) === value ? typed : read(value))), [value])
  useEffect(() => {
    if (meant === undefined || meant === value) return
    const timer = setTimeout(() => onChange(meant), 350)
    return () => clearTimeout(timer)
  }, [meant, value, onChange])
  return { text, setText, wrong: meant === undefined }
}

const trim = (text: string) => text.trim()
const asIs = (value: string) => value

/** Text that one or all fields contain. */
export function TextFilter({ search = false, ...typed }: Typed & { search?: boolean }) {
  const { text, setText } = useTyped(typed, trim, asIs)
  return (
    <Input
      allowClear
      prefix={search ? <SearchOutlined /> : undefined}
      placeholder={typed.label}
      aria-label={typed.label}
      value={text}
      maxLength={longestFilter}
      className={search ? 'skz-filter-wide' : 'skz-filter'}
      onChange={(e) => setText(e.target.value)}
    />
  )
}

function toFen(text: string): string | undefined {
  if (!text.trim()) return ''
  const parsed = parseMoney(text)
  return 'fen' in parsed && parsed.fen >= 0 && parsed.fen <= mostFen ? String(parsed.fen) : undefined
}
const toYuan = (fen: string) => (fen ? yuanOf(Number(fen)) : '')

/** A range of amounts in yuan; either end may stay open. */
export function MoneyFilter({
  label,
  from,
  to,
  onChange,
}: {
  label: string
  from: string
  to: string
  onChange(end: 'From' | 'To', fen: string): void
}) {
  const { t } = useTranslation()
  return (
    <span role="group" aria-label={label} className="skz-range skz-filter-wide">
      <MoneyEnd value={from} label={t('filter.least', { name: label })} onChange={(fen) => onChange('From', fen)} />
      <span aria-hidden>–</span>
      <MoneyEnd value={to} label={t('filter.most', { name: label })} onChange={(fen) => onChange('To', fen)} />
    </span>
  )
}

function MoneyEnd(typed: Typed) {
  const { text, setText, wrong } = useTyped(typed, toFen, toYuan)
  return (
    <Input
      prefix="¥"
      inputMode="decimal"
      placeholder={typed.label}
      aria-label={typed.label}
      aria-invalid={wrong}
      {...(wrong ? { status: 'error' } : {})}
      value={text}
      maxLength={20}
      onChange={(e) => setText(e.target.value)}
    />
  )
}
