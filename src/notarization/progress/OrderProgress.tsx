import { Alert, Progress, Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import { toldInput } from '../../../contract/notarization/order-kind.ts'
import { factsOfKind } from '../../../contract/notarization/order-kinds.ts'
import type { OrderClock, OrderCourse } from '../../../contract/notarization/order-records.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { sayKey } from '../../kit/resource/words.ts'
import type { OrderShown } from '../parts/OrderTab.tsx'

/** The period that runs, and every step that was taken, the newest first. */
export function OrderProgress({ order }: { order: OrderShown }) {
  return (
    <>
      {order.clock && <ClockLine clock={order.clock} />}
      <Timeline
        items={order.course
          .toReversed()
          .map((step) => ({ key: step.id, content: <Step step={step} kind={order.orderKind} /> }))}
      />
    </>
  )
}

/** How much of a period of the law is used, when it ends, or that it stands still. */
function ClockLine({ clock }: { clock: OrderClock }) {
  const { t } = useTranslation(['notarization'])
  const { name, days, used, isCalendar, isPaused, dueOn, isLate } = clock
  const inDays = (n: number) => t(`clock.${isCalendar ? 'days' : 'workingDays'}`, { n })
  const title = t('clock.title', { name: sayKey(t, `notarization:choice.clock.${name}`), days: inDays(days) })
  const left = Math.max(0, days - used)
  return (
    <section className="skz-section" aria-label={title}>
      <h2>{title}</h2>
      <Progress
        aria-label={title}
        percent={Math.min(100, Math.round((used / days) * 100))}
        showInfo={false}
        status={isLate ? 'exception' : 'normal'}
      />
      {isLate ? (
        <Alert type="error" showIcon title={`${t('clock.late')} · ${t('clock.until', { day: dueOn })}`} />
      ) : (
        <p className="skz-muted">
          {isPaused
            ? t('clock.paused', { left: inDays(left) })
            : `${t('clock.until', { day: dueOn })} · ${t('clock.used', { used: inDays(used) })}`}
        </p>
      )}
    </section>
  )
}

function Step({ step, kind }: { step: OrderCourse; kind: OrderShown['orderKind'] }) {
  const { t } = useTranslation(['notarization'])
  const inputs = (step.step && factsOfKind(kind).steps[step.step]?.inputs) ?? []
  const what = toldInput(inputs)
  return (
    <>
      <strong>
        {step.step ? sayKey(t, `notarization:joins.audit.event.order-${step.step}`) : t('course.drafted')}
      </strong>
      <div className="skz-lead">
        <time dateTime={step.at}>{formatInstant(step.at)}</time> ·{' '}
        {t('course.by', { side: t(`choice.side.${step.side}`), name: step.personName ?? '' })}
      </div>
      {what && step.told && <div className="skz-break">{t(`course.${what}`, { told: step.told })}</div>}
      {step.inquiry?.map(({ question, answer }, i) => (
        <div key={i} className="skz-long">
          {t('course.question', { question })}
          {answer !== null && (
            <>
              <br />
              {t('course.answer', { answer })}
            </>
          )}
        </div>
      ))}
      {step.code && <div>{t('course.code', { code: t(`choice.code.${step.code}`) })}</div>}
      {step.reason && <div className="skz-long">{t('course.reason', { reason: step.reason })}</div>}
    </>
  )
}
