import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const two = (n: number) => String(n).padStart(2, '0')

/** How long there is to pay, drawn and told. What the service says decides; this only counts. */
export function Countdown({ from, until }: { from: string; until: string }) {
  const { t } = useTranslation(['payments'])
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1_000))
  const whole = Math.max(1, (Date.parse(until) - Date.parse(from)) / 1_000)
  return (
    <div role="timer" className="skz-countdown">
      <p>{left > 0 ? t('pay.left', { time: `${two(Math.floor(left / 60))}:${two(left % 60)}` }) : t('pay.timeUp')}</p>
      <div aria-hidden className="skz-shares">
        <span style={{ flexGrow: left }} />
        <span style={{ flexGrow: Math.max(0, whole - left) }} />
      </div>
    </div>
  )
}
