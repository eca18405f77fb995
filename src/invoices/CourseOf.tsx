import { DownloadOutlined } from '@ant-design/icons'
import { Button, Timeline } from 'antd'
import { useTranslation } from 'react-i18next'
import type { InvoiceStep } from '../../contract/invoices/invoices.ts'
import { formatInstant } from '../kit/plain/format.ts'
import { useByteLink } from '../kit/resource/useByteLink.ts'

interface Props {
  steps: readonly InvoiceStep[]
  /** Where papers are, of whatever attempt. */
  file: string
}

/** The way of an invoice through all its attempts, the newest step first. */
export function CourseOf({ steps, file }: Props) {
  return (
    <Timeline items={steps.toReversed().map((step) => ({ key: step.id, content: <Step step={step} file={file} /> }))} />
  )
}

function Step({ step, file }: { step: InvoiceStep; file: string }) {
  const { t } = useTranslation(['invoices'])
  const link = useByteLink()
  return (
    <>
      <strong>{t(`choice.invoiceState.${step.invoiceState}`)}</strong>{' '}
      {step.attempt > 1 && t('course.attempt', { n: step.attempt })}
      <div className="skz-lead">
        <time dateTime={step.at}>{formatInstant(step.at)}</time> · {step.personName ?? t('course.staff')}
      </div>
      {step.told && <div className="skz-break">{step.told}</div>}
      {step.reason && <div className="skz-long">{t('course.reason', { reason: step.reason })}</div>}
      {step.hasFile && (
        <Button icon={<DownloadOutlined aria-hidden />} href={link(file, { attempt: step.attempt })} download>
          {t('course.download')}
        </Button>
      )}
    </>
  )
}
