import { Modal } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { QuoteLine } from '../../payments/parts/QuoteLine.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useDownloadPrice } from './useDownloadPrice.ts'

interface Props {
  anos: readonly string[]
  onPaid(): void
  onClose(): void
}

/** Asks before anything is paid for packages; goes on by itself where they cost nothing. */
export function PayDownload({ anos, onPaid, onClose }: Props) {
  const { t } = useTranslation(['common', 'evidence'])
  const notices = useNotices()
  const { quote, isKnown, error, isPaying, pay } = useDownloadPrice(anos)
  const isFree = isKnown && !quote
  const goOn = useEffectEvent(onPaid)
  const giveUp = useEffectEvent((refusal: unknown) => {
    notices.refusal(refusal)
    onClose()
  })
  useEffect(() => {
    if (isFree && !isPaying) goOn()
  }, [isFree, isPaying])
  useEffect(() => {
    if (error) giveUp(error)
  }, [error])
  if (!quote) return null
  return (
    <Modal
      open
      title={t('evidence:pay.title', { count: anos.length })}
      okText={t('evidence:pay.pay')}
      cancelText={t('cancel')}
      confirmLoading={isPaying}
      okButtonProps={{ disabled: !quote.covered }}
      onCancel={onClose}
      onOk={() => void pay().catch(notices.refusal)}
    >
      <p>{t('evidence:pay.lead', { count: anos.length })}</p>
      <QuoteLine quote={quote} />
    </Modal>
  )
}
