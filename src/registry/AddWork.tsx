import { Button, Checkbox, Form, type FormInstance, Radio, Select } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { mostFilesAtOnce } from '../../contract/registry/deposits.ts'
import { ObtainWay, PublishState, WorkKind, workCalls, type WorkFacts } from '../../contract/registry/works.ts'
import { Card } from '../kit/page/Card.tsx'
import { useConsole } from '../kit/resource/console-context.ts'
import { useDraft } from '../kit/drafts/draft.ts'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { showFieldErrors } from '../kit/refusals/show-field-errors.ts'
import { Page } from '../kit/page/Page.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { QuoteLine, useQuote } from '../payments/parts/QuoteLine.tsx'
import { VerifyFirst } from '../real-name/parts/VerifyFirst.tsx'
import { AboutFields } from './AboutFields.tsx'
import { allFilesReady, depositLists, fileFieldsOf } from './deposit-body.ts'
import { FilesStanding } from './FilesStanding.tsx'
import type { UploadItem } from './uploads/upload-queue.ts'
import { UploadBox } from './uploads/UploadBox.tsx'
import { useUploadQueue } from './uploads/useUploadQueue.ts'
import { today } from '../kit/plain/format.ts'

interface Values extends Omit<WorkFacts, 'publishedOn'> {
  publishedOn?: string | undefined
  labels: string[]
  remark: string
  statementAccepted: boolean
}

/** A work: what its owner declares of it, and the files it consists of. */
export function AddWork() {
  const { t } = useTranslation(['common', 'registry', 'evidence'])
  const { bean } = useConsole()
  const [form] = Form.useForm<Values>()
  const { queue, items } = useUploadQueue()
  const navigate = useNavigate()
  const draft = useDraft<Values>('work')
  const [began] = useState(() => ({
    kind: 'text',
    author: bean.accountName,
    owner: bean.accountName,
    obtainWay: 'original',
    publishState: 'unpublished',
    description: '',
    labels: [],
    remark: '',
    statementAccepted: false,
    ...draft.read(),
  }))
  const published = Form.useWatch('publishState', form) === 'published'
  const { deposit, depositing, quote } = useDepositing(form, items, draft.drop)
  return (
    <Page title={t('registry:work.title')} lead={t('registry:work.lead')}>
      <VerifyFirst />
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        initialValues={began}
        onFinish={deposit}
        onValuesChange={(_, all) => draft.keep(all)}
        scrollToFirstError={{ focus: true }}
      >
        <Card title={t('registry:work.about')}>
          <WorkFields published={published} />
        </Card>
        <Card title={t('registry:work.files')}>
          <UploadBox queue={queue} items={items} />
        </Card>
        <Card title={t('registry:add.about')}>
          <AboutFields named={false} />
        </Card>
        <Card title={t('registry:work.statement')}>
          <Declaration />
        </Card>
        <FilesStanding id="why" items={items} />
        <QuoteLine quote={quote} />
        <div className="skz-form-foot">
          <Button
            type="primary"
            size="large"
            htmlType="submit"
            disabled={!allFilesReady(items) || items.length > mostFilesAtOnce}
            loading={depositing}
            aria-describedby="why"
          >
            {t('registry:work.submit')}
          </Button>
          <Button size="large" onClick={() => void navigate('/confirmWeigh/property')}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Page>
  )
}

/** Hands the work over, and tells at the form what it is refused for. */
function useDepositing(form: FormInstance<Values>, items: readonly UploadItem[], onDone: () => void) {
  const { t } = useTranslation(['registry'])
  const navigate = useNavigate()
  const notices = useNotices()
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const { quote, quoted, refetch } = useQuote('deposit.work', 1)
  const make = useWrite(workCalls.deposit, {
    refresh: depositLists,
    quiet: true,
    onDone: ({ no }) => {
      onDone()
      notices.done(t('work.done'))
      void navigate(`/attestation/${no}`)
    },
  })
  function refuse(error: unknown) {
    setUniqueId(crypto.randomUUID())
    void refetch()
    const fields = fieldErrors(error).filter((f) => !String(f.name).startsWith('fileIds'))
    showFieldErrors(form, fields)
    if (!fields.length) notices.refusal(error)
  }
  function deposit({ publishedOn, ...values }: Values) {
    const day = values.publishState === 'published' ? (publishedOn ?? null) : null
    make.mutate(
      { body: { ...values, ...fileFieldsOf(items), publishedOn: day, unique_id: uniqueId, ...quoted } },
      { onError: refuse },
    )
  }
  return { deposit, depositing: make.isPending, quote }
}

/** What its owner says of the work itself. */
function WorkFields({ published }: { published: boolean }) {
  const { t } = useTranslation(['common', 'registry', 'evidence'])
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  const choice = (of: 'kind' | 'obtainWay', values: readonly string[]) =>
    values.map((value) => ({ value, label: t(`evidence:choice.${of}.${value}` as never) as string }))
  return (
    <>
      <Form.Item name="title" label={t('registry:work.name')} rules={needed}>
        <Input maxLength={100} />
      </Form.Item>
      <div className="skz-form-line">
        <Form.Item name="kind" label={t('evidence:field.kind')}>
          <Select options={choice('kind', WorkKind.options)} />
        </Form.Item>
        <Form.Item name="obtainWay" label={t('registry:work.obtainWay')}>
          <Select options={choice('obtainWay', ObtainWay.options)} />
        </Form.Item>
      </div>
      <div className="skz-form-line">
        <Form.Item name="author" label={t('evidence:field.author')} rules={needed}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="owner" label={t('evidence:field.owner')} rules={needed}>
          <Input maxLength={100} />
        </Form.Item>
      </div>
      <Day name="createdOn" />
      <Form.Item name="publishState" label={t('evidence:field.publishState')}>
        <Radio.Group
          optionType="button"
          options={PublishState.options.map((value) => ({
            value,
            label: t(`evidence:choice.publishState.${value}`),
          }))}
        />
      </Form.Item>
      {published && <Day name="publishedOn" />}
      <Form.Item name="description" label={t('registry:work.description')} extra={t('registry:work.descriptionNote')}>
        <TextArea maxLength={2_000} autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
    </>
  )
}

function Day({ name }: { name: 'createdOn' | 'publishedOn' }) {
  const { t } = useTranslation(['common', 'registry'])
  return (
    <Form.Item name={name} label={t(`registry:work.${name}`)} rules={[{ required: true, message: t('required') }]}>
      <Input type="date" max={today()} />
    </Form.Item>
  )
}

/** What the owner declares, and the box that says so. */
function Declaration() {
  const { t } = useTranslation(['registry'])
  return (
    <>
      <ol className="skz-steps">
        {(['true', 'entitled', 'limits'] as const).map((i) => (
          <li key={i}>{t(`work.declares.${i}`)}</li>
        ))}
      </ol>
      <Form.Item
        name="statementAccepted"
        valuePropName="checked"
        className="skz-gap"
        rules={[
          {
            validator: async (_, v) => {
              if (!v) throw new Error(t('work.accept'))
            },
          },
        ]}
      >
        <Checkbox>{t('work.accepted')}</Checkbox>
      </Form.Item>
    </>
  )
}
