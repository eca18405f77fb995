import { Button, Form } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { batchCalls, type Import } from '../../contract/captures/batch.ts'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Loading } from '../kit/page/Panels.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { Batches } from './Batches.tsx'
import { QuoteLine, useQuote } from '../payments/parts/QuoteLine.tsx'
import { VerifyFirst } from '../real-name/parts/VerifyFirst.tsx'
import { type Manner, MannerFields, usualManner } from './MannerFields.tsx'
import { SheetDrop } from './SheetDrop.tsx'
import { lazyPart } from '../kit/page/lazy-part.ts'

// The table comes with the first sheet that was read.
const SheetRows = lazyPart(async () => (await import('./SheetRows.tsx')).SheetRows)

/** Many addresses from a sheet: taken in, judged row by row, started together, followed as a batch. */
export function WebCaptureSheet() {
  const { t } = useTranslation(['common', 'console', 'evidence'])
  const [sheet, setSheet] = useState<Import | null>(null)
  const [form] = Form.useForm<Manner>()
  const notices = useNotices()
  const drop = useWrite(batchCalls.check, { quiet: true })
  const { quote, quoted, refetch } = useQuote('capture.web', sheet?.okCount ?? 1)
  const start = useWrite(batchCalls.submit, {
    refresh: ['evidence', 'webCaptures'],
    onDone: (reply) => {
      notices.done(t('console:webForm.started', { count: reply.accepted }))
      setSheet(null)
    },
  })

  function clear() {
    if (sheet) drop.mutate({ body: { importId: sheet.importId, clear: true } })
    setSheet(null)
  }

  return (
    <Page title={t('console:sheet.title')} lead={t('console:sheet.lead')}>
      <VerifyFirst />
      {!sheet && <SheetDrop onRead={setSheet} />}
      {sheet && (
        <Form<Manner>
          form={form}
          layout="vertical"
          className="skz-form skz-wide"
          initialValues={usualManner}
          onFinish={(manner) =>
            start.mutate(
              { body: { importId: sheet.importId, ...manner, ...quoted } },
              { onError: () => void refetch() },
            )
          }
        >
          <Suspense fallback={<Loading rows={6} />}>
            <SheetRows sheet={sheet} />
          </Suspense>
          <Card title={t('console:webForm.how')}>
            <MannerFields />
          </Card>
          {sheet.okCount > 0 && <QuoteLine quote={quote} />}
          <div className="skz-form-foot">
            <Button type="primary" size="large" htmlType="submit" disabled={!sheet.okCount} loading={start.isPending}>
              {t('console:sheet.start', { count: sheet.okCount })}
            </Button>
            <Button size="large" onClick={clear}>
              {t('console:sheet.another')}
            </Button>
          </div>
        </Form>
      )}
      <Batches />
    </Page>
  )
}
