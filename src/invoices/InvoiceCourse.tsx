import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Invoice, invoiceCalls } from '../../contract/invoices/invoices.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { CourseOf } from './CourseOf.tsx'

/** What happened to an invoice, with the papers that came of it. */
export function InvoiceCourse({ row: { id } }: { row: Invoice }) {
  const { t } = useTranslation(['invoices'])
  const { data, error, refetch } = useRead(invoiceCalls.get, { params: { id } }, { staleTime: 0 })
  useLiveRefresh(invoiceCalls.get, 'invoices')
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={3} />
  const follows = data.invoiceState === 'ISSUED' && data.medium === 'DIGITAL' && !data.fileName
  return (
    <>
      {follows && <Alert type="info" showIcon className="skz-alert" title={t('course.fileFollows')} />}
      <CourseOf steps={data.steps} file={pathOf(invoiceCalls.file, { id })} />
    </>
  )
}
