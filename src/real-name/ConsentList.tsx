import { App, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Consent, consentCalls, type ConsentPurpose } from '../../contract/real-name/consents.ts'
import { Card } from '../kit/page/Card.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'

interface Props {
  list: readonly Consent[]
  /** Those that this page asks for. */
  purposes: readonly ConsentPurpose[]
  onWithdrawn(): void
}

/** What was agreed to and when, to be read again and taken back as easily as it was given (PIPL 15). */
export function ConsentList({ list, purposes, onWithdrawn }: Props) {
  const { t } = useTranslation(['common', 'real-name'])
  const { modal } = App.useApp()
  const notices = useNotices()
  const withdraw = useWrite(consentCalls.withdraw, {
    onDone: () => (notices.done(t('real-name:consent.withdrawn')), onWithdrawn()),
  })
  const given = list.filter((c) => purposes.includes(c.purpose) && !c.withdrawnAt)
  if (!given.length) return null
  const ask = (c: Consent) =>
    void modal.confirm({
      title: t('real-name:consent.withdraw'),
      content: t(`real-name:consent.${c.purpose}.withdraw`),
      okText: t('real-name:consent.withdraw'),
      okButtonProps: { danger: true },
      cancelText: t('cancel'),
      onOk: () => withdraw.mutateAsync({ params: { id: c.id } }).catch(() => {}),
    })
  return (
    <Card title={t('real-name:consent.list')}>
      <ul className="skz-plain skz-sessions">
        {given.map((c) => (
          <li key={c.id}>
            <div>
              <strong>{t(`real-name:consent.${c.purpose}.title`)}</strong>
              <p className="skz-lead">
                {t('real-name:consent.given', { at: formatInstant(c.givenAt), version: c.version })}
              </p>
              <details>
                <summary>{t('real-name:consent.show')}</summary>
                <div className="skz-long">{c.words}</div>
              </details>
            </div>
            <Button danger onClick={() => ask(c)}>
              {t('real-name:consent.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
