import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  label: string
  startDate: string | undefined
  endDate: string | undefined
  onChange: (range: { startDate: string | undefined; endDate: string | undefined }) => void
}

const day = (text: string | undefined) => (text && dayjs(text).isValid() ? dayjs(text) : null)

/** A range of calendar days; either end may stay open. Loaded apart, because rows should not wait for a calendar. */
export default function DayRange({ label, startDate, endDate, onChange }: Props) {
  return (
    <DatePicker.RangePicker
      className="skz-filter-wide"
      aria-label={label}
      allowEmpty={[true, true]}
      value={[day(startDate), day(endDate)]}
      onChange={(range) =>
        onChange({ startDate: range?.[0]?.format('YYYY-MM-DD'), endDate: range?.[1]?.format('YYYY-MM-DD') })
      }
    />
  )
}
