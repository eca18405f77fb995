import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { type BankDetails, mostSlips, transferCalls } from '../../contract/payments/transfers.ts'
import { editorOf } from '../kit/form/editors.tsx'
import { PicturesField } from '../kit/form/PicturesField.tsx'
import { Card } from '../kit/page/Card.tsx'
import { CopyText } from '../kit/page/CopyText.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { today } from '../kit/plain/format.ts'
import { paths } from './paths.ts'

interface Values {
  amount: number
  payerName: string
  sentOn: string
  saidReference?: string
  remark?: string
  pictures?: string[]
}

/** Where to send money, and the form to tell of it. */
export function SendTransfer() {
  const { t } = useTranslation(['payments'])
  const { data, error, refetch } = useRead(transferCalls.details, {}, { staleTime: 0 })
  return (
    <Page title={t('transfer.title')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Loading rows={6} />
      ) : data.details ? (
        <>
          <Account details={data.details} />
          <Card>
            <Told />
          </Card>
        </>
      ) : (
        <Alert type="info" showIcon title={t('topUp.closed')} />
      )}
    </Page>
  )
}

function Account({ details }: { details: BankDetails }) {
  const { t } = useTranslation(['payments'])
  return (
    <Card>
      <p>{t('transfer.lead')}</p>
      <dl className="skz-settings">
        {(['payee', 'bank', 'account'] as const).map((key) => (
          <div key={key}>
            <dt>{t(`transfer.${key}`)}</dt>
            <dd>
              <CopyText text={details[key]} label={t(`transfer.${key}`)} />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Fen that are offered at first. */
const usual = 10_000

function Told() {
  const { t } = useTranslation(['common', 'payments'])
  const [params] = useSearchParams()
  const [form] = Form.useForm<Values>()
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const notices = useNotices()
  const navigate = useNavigate()
  const refuse = useRefusal(form)
  const write = useWrite(transferCalls.send, {
    refresh: ['transfers'],
    quiet: true,
    onDone: ({ id }) => {
      notices.done(t('payments:transfer.sent'))
      void navigate(paths.transfer(id))
    },
  })
  const required = { required: true, message: t('required') }
  const editor = (name: string, kind: 'money' | 'text') =>
    editorOf({ name, field: { kind }, t, resource: { words: 'payments' } })
  return (
    <Form
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={{ amount: Number(params.get('amount')) || usual }}
      // Another one is another transfer; the same, sent again, stays one.
      onValuesChange={() => setUniqueId(crypto.randomUUID())}
      onFinish={(body) => write.mutate({ body: { ...body, unique_id: uniqueId } }, { onError: (e) => refuse(e) })}
    >
      <Form.Item
        name="amount"
        label={t('payments:transfer.amount')}
        extra={t('payments:transfer.amountHelp')}
        rules={[required]}
      >
        {editor('amount', 'money')}
      </Form.Item>
      <Form.Item name="payerName" label={t('payments:transfer.payerName')} rules={[{ ...required, whitespace: true }]}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="sentOn" label={t('payments:transfer.sentOn')} rules={[required]}>
        <Input type="date" max={today()} />
      </Form.Item>
      <Form.Item
        name="saidReference"
        label={t('payments:transfer.reference')}
        extra={t('payments:transfer.referenceHelp')}
      >
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="remark" label={t('payments:transfer.remark')}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="pictures" label={t('payments:transfer.slip')} extra={t('payments:transfer.slipHelp')}>
        <PicturesField scene="front" most={mostSlips} nameOf={(n) => t('payments:transfer.picture', { n })} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={write.isPending}>
        {t('payments:transfer.send')}
      </Button>
    </Form>
  )
}
