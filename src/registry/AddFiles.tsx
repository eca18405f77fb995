import { Button, Form } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { depositCalls, mostFilesAtOnce } from '../../contract/registry/deposits.ts'
import { Card } from '../kit/page/Card.tsx'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { showFieldErrors } from '../kit/refusals/show-field-errors.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { QuoteLine, useQuote } from '../payments/parts/QuoteLine.tsx'
import { type About, AboutFields, blankAbout } from './AboutFields.tsx'
import { allFilesReady, depositLists, fileFieldsOf } from './deposit-body.ts'
import { FilesStanding } from './FilesStanding.tsx'
import { UploadBox } from './uploads/UploadBox.tsx'
import { useUploadQueue } from './uploads/useUploadQueue.ts'

/** Files become evidence, each its own, once every one was received and compared. */
export function AddFiles() {
  const { t } = useTranslation(['common', 'registry'])
  const [form] = Form.useForm<About>()
  const { queue, items } = useUploadQueue()
  const navigate = useNavigate()
  const notices = useNotices()
  // One id for these files: asking again after a lost answer makes nothing twice.
  const [uniqueId] = useState(() => crypto.randomUUID())
  const { quote, quoted, refetch } = useQuote('deposit.file', items.length)
  const make = useWrite(depositCalls.files, {
    refresh: depositLists,
    quiet: true,
    onDone: ({ list }) => {
      notices.done(t('registry:add.done', { count: list.length }))
      void navigate(list.length === 1 ? `/attestation/${list[0]!.no}` : '/confirmWeigh')
    },
  })
  const ready = allFilesReady(items)
  function submit(values: About) {
    make.mutate(
      {
        body: {
          ...values,
          ...fileFieldsOf(items),
          unique_id: `${uniqueId}-${items.map((i) => i.key).join('-')}`,
          ...quoted,
        },
      },
      {
        onError: (error) => {
          showFieldErrors(
            form,
            fieldErrors(error).filter((f) => !String(f.name).startsWith('fileIds')),
          )
          notices.refusal(error)
          void refetch()
        },
      },
    )
  }
  return (
    <Form<About> form={form} layout="vertical" className="skz-form" initialValues={blankAbout} onFinish={submit}>
      <Card title={t('registry:send.title')}>
        <UploadBox queue={queue} items={items} />
      </Card>
      <Card title={t('registry:add.about')}>
        <AboutFields />
      </Card>
      <FilesStanding id="why" items={items} />
      <QuoteLine quote={quote} />
      <div className="skz-form-foot">
        <Button
          type="primary"
          size="large"
          htmlType="submit"
          disabled={!ready || items.length > mostFilesAtOnce}
          loading={make.isPending}
          aria-describedby="why"
        >
          {t('registry:add.submit', { count: Math.max(1, items.length) })}
        </Button>
        <Button size="large" onClick={() => void navigate('/confirmWeigh')}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  )
}
