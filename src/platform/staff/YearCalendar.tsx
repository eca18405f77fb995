import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween, isWeekend, isWorkingDay, weekdayOf } from '../../../contract/kit/working-days.ts'
import { type CalendarDay, calendarYears } from '../../../contract/platform/calendar.ts'
import { useResourceList } from '../../kit/list/useResourceList.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { today } from '../../kit/plain/format.ts'

const MarkDays = lazyDialog(async () => (await import('./MarkDays.tsx')).MarkDays)

/** A year drawn by its months: what is worked and what is not, at a look. The list below says the same in words. */
export function YearCalendar() {
  const { t } = useTranslation(['platform'])
  const [year, setYear] = useState(() => Number(today().slice(0, 4)))
  const [marking, setMarking] = useState(false)
  const { query, rows } = useResourceList<CalendarDay>(
    { name: 'calendarDays' },
    { page: 1, pageSize: 100, sort: 'day', filters: { year: String(year) } },
  )
  if (query.error) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (query.isLoading) return <Loading rows={6} />
  const marked = new Map(rows.map((row) => [row.day, row]))
  return (
    <section aria-labelledby="calendar-year">
      <div className="skz-year-head">
        <Button
          icon={<LeftOutlined aria-hidden />}
          aria-label={t('calendar.yearOf', { year: year - 1 })}
          disabled={year === calendarYears.first}
          onClick={() => setYear(year - 1)}
        />
        <h2 id="calendar-year">{year}</h2>
        <Button
          icon={<RightOutlined aria-hidden />}
          aria-label={t('calendar.yearOf', { year: year + 1 })}
          disabled={year === calendarYears.last}
          onClick={() => setYear(year + 1)}
        />
        <Button type="primary" onClick={() => setMarking(true)}>
          {t('calendar.mark')}
        </Button>
      </div>
      {rows.length === 0 && (
        <Alert type="warning" showIcon className="skz-alert" title={t('calendar.none', { year })} />
      )}
      <Months year={year} marked={marked} />
      <p className="skz-year-legend">
        <Legend kind="off" text={t('choice.dayKind.off')} />
        <Legend kind="worked" text={t('choice.dayKind.worked')} />
        <Legend kind="weekend" text={t('calendar.weekend')} />
      </p>
      {marking && <MarkDays year={year} onClose={() => setMarking(false)} />}
    </section>
  )
}

const Legend = ({ kind, text }: { kind: 'off' | 'worked' | 'weekend'; text: string }) => (
  <span>
    <span aria-hidden className={`skz-day skz-day-${kind}`}>
      1
    </span>
    {text}
  </span>
)

interface Drawn {
  year: number
  marked: ReadonlyMap<string, CalendarDay>
}

function Months({ year, marked }: Drawn) {
  const { t } = useTranslation(['platform'])
  const exceptions = new Map([...marked].map(([day, { dayKind }]) => [day, dayKind === 'worked']))
  const all = daysBetween(`${year}-01-01`, `${year}-12-31`)
  const working = all.filter((day) => isWorkingDay(day, exceptions)).length
  return (
    <div role="img" aria-label={t('calendar.drawn', { year, count: working })} className="skz-year">
      {Array.from({ length: 12 }, (_, i) => String(i + 1).padStart(2, '0')).map((month) => (
        <Month
          key={month}
          name={t(`calendar.month.${month as '01'}`)}
          days={all.filter((d) => d.slice(5, 7) === month)}
          marked={marked}
        />
      ))}
    </div>
  )
}

function Month({ name, days, marked }: { name: string; days: string[]; marked: Drawn['marked'] }) {
  return (
    <div>
      <h3>{name}</h3>
      <div className="skz-month">
        {days.map((day, i) => (
          <span
            key={day}
            className={`skz-day${classOf(day, marked)}`}
            title={marked.get(day)?.name}
            // The first stands under its weekday, Monday first.
            style={i === 0 ? { gridColumnStart: weekdayOf(day) + 1 } : undefined}
          >
            {Number(day.slice(8))}
          </span>
        ))}
      </div>
    </div>
  )
}

function classOf(day: string, marked: Drawn['marked']): string {
  const kind = marked.get(day)?.dayKind
  const now = day === today() ? ' skz-day-today' : ''
  if (kind) return `${now} skz-day-${kind}`
  return isWeekend(day) ? `${now} skz-day-weekend` : now
}
