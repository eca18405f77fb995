import { Alert, App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Attempt, certifyCalls, type IdentityKind } from '../../contract/real-name/certify.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'

export const isOpen = (attempt: Attempt | null) =>
  attempt !== null && (attempt.status === 'PENDING' || attempt.status === 'REVIEWING')
const told = new Set(['PENDING', 'REVIEWING', 'REJECT', 'REVOKED', 'EXPIRED'])

/** How the last attempt stands, what was wrong with it, and what to do next. */
export function AttemptCard({ attempt, kind, onChanged }: { attempt: Attempt; kind: IdentityKind; onChanged(): void }) {
  const { t } = useTranslation(['common', 'real-name'])
  const { modal } = App.useApp()
  const notices = useNotices()
  const cancel = useWrite(certifyCalls.cancel, {
    onDone: () => (notices.done(t('real-name:attempt.cancelled')), onChanged()),
  })
  if (!told.has(attempt.status)) return null
  const open = isOpen(attempt)
  const why = attempt.reason ? t(`real-name:choice.reason.${attempt.reason}`) : ''
  const ask = () =>
    void modal.confirm({
      title: t('real-name:attempt.cancel'),
      content: t('real-name:attempt.confirm'),
      okText: t('real-name:attempt.cancel'),
      cancelText: t('cancel'),
      onOk: () => cancel.mutateAsync({ body: { type: kind } }).catch(() => {}),
    })
  return (
    <Alert
      type={open ? 'info' : 'warning'}
      showIcon
      role="status"
      className="skz-alert"
      title={t(`real-name:choice.status.${attempt.status}`)}
      description={
        <>
          <p>
            {t(`real-name:attempt.${attempt.status as 'PENDING'}`, {
              name: attempt.nameMasked,
              number: attempt.numberMasked,
              at: formatInstant(attempt.submittedAt),
              by: attempt.answerBy ?? '',
            })}
          </p>
          {(why || attempt.note) && (
            <p>{t('real-name:attempt.why', { why: [why, attempt.note].filter(Boolean).join(' · ') })}</p>
          )}
          {open && <Button onClick={ask}>{t('real-name:attempt.cancel')}</Button>}
        </>
      }
    />
  )
}
