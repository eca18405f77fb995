import { Button, Form } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { maxUrlsAtOnce, webCaptureCalls } from '../../contract/captures/web.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { Card } from '../kit/page/Card.tsx'
import { useDraft } from '../kit/drafts/draft.ts'
import { LabelSelect } from '../evidence/parts/LabelSelect.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { showFieldErrors } from '../kit/refusals/show-field-errors.ts'
import { QuoteLine, useQuote } from '../payments/parts/QuoteLine.tsx'
import { VerifyFirst } from '../real-name/parts/VerifyFirst.tsx'
import { type Manner, MannerFields, usualManner } from './MannerFields.tsx'
import { UrlLines, type LineError, linesOf } from './UrlLines.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'

interface Values extends Manner {
  text: string
  evidenceName: string
  labels: string[]
  remark: string
}

const none: LineError[] = []
const blank: Values = { text: '', evidenceName: '', labels: [], remark: '', ...usualManner }

export function WebCaptureForm() {
  const { t } = useTranslation(['common', 'console', 'evidence'])
  const [form] = Form.useForm<Values>()
  const [refused, setRefused] = useState<{ text: string; problems: LineError[] }>({ text: '', problems: [] })
  const navigate = useNavigate()
  const draft = useDraft<Values>('web')
  const [began] = useState(() => ({ ...blank, ...draft.read() }))
  const notices = useNotices()
  const text = Form.useWatch('text', form) ?? ''
  const count = useMemo(() => linesOf(text).length, [text])
  // One id for this form: pressing twice, or again after a lost answer, starts nothing twice.
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const { quote, quoted, refetch } = useQuote('capture.web', count)
  const start = useWrite(webCaptureCalls.start, {
    refresh: ['evidence', 'webCaptures'],
    quiet: true,
    onDone: (reply) => {
      draft.drop()
      notices.done(t('console:webForm.started', { count: reply.list.length }))
      void navigate('/onlineForensics/url')
    },
  })
  // What was said of these lines holds until they are changed.
  const problems = refused.text === text ? refused.problems : none

  function submit(values: Values) {
    const lines = linesOf(values.text)
    const { text: _, ...rest } = values
    start.mutate(
      { body: { ...rest, urls: lines.map((l) => l.url), unique_id: uniqueId, ...quoted } },
      { onError: (error) => refuse(error, values.text, lines) },
    )
  }

  function refuse(error: unknown, sent: string, lines: { line: number }[]) {
    const fields = error instanceof ApiError ? error.fields : []
    const onLines = fields.filter((f) => f.path.startsWith('urls.'))
    if (error instanceof ApiError && error.code === 'unique-id-repeated') setUniqueId(crypto.randomUUID())
    void refetch()
    setRefused({
      text: sent,
      problems: onLines.map((f) => ({ line: lines[Number(f.path.slice(5))]?.line ?? 1, message: f.message })),
    })
    const others = fieldErrors(error).filter((f) => !String(f.name).startsWith('urls'))
    showFieldErrors(form, others)
    // The lines stand first.
    if (onLines.length) requestAnimationFrame(() => form.scrollToField('text', { focus: true, block: 'center' }))
    if (!fields.length) notices.refusal(error)
  }

  return (
    <Page title={t('console:webForm.title')} lead={t('console:webForm.lead')} actions={<FromSheet />}>
      <VerifyFirst />
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        initialValues={began}
        onFinish={submit}
        onValuesChange={(_, all) => draft.keep(all)}
        scrollToFirstError={{ focus: true }}
      >
        <Card>
          <WhatFields problems={problems} />
        </Card>
        <Card title={t('console:webForm.how')}>
          <MannerFields />
        </Card>
        <QuoteLine quote={quote} />
        <Foot count={count} wrong={problems.length} sending={start.isPending} />
      </Form>
    </Page>
  )
}

function FromSheet() {
  const { t } = useTranslation(['console'])
  return <LinkButton to="/onlineForensics/web/addExcel">{t('console:sheet.title')}</LinkButton>
}

function Foot({ count, wrong, sending }: { count: number; wrong: number; sending: boolean }) {
  const { t } = useTranslation(['common', 'console'])
  const navigate = useNavigate()
  return (
    <div className="skz-form-foot">
      <Button type="primary" size="large" htmlType="submit" loading={sending}>
        {count > 1 ? t('console:webForm.submitMany', { count }) : t('console:webForm.submit')}
      </Button>
      <Button size="large" onClick={() => void navigate(-1)}>
        {t('cancel')}
      </Button>
      {wrong > 0 && <span className="skz-bad">{t('console:webForm.wrongLines', { count: wrong })}</span>}
    </div>
  )
}

/** Which pages, and what their owner calls them. */
function WhatFields({ problems }: { problems: LineError[] }) {
  const { t } = useTranslation(['common', 'console', 'evidence'])
  return (
    <>
      <Form.Item
        name="text"
        label={t('console:webForm.urls')}
        required
        validateTrigger="onSubmit"
        extra={t('console:webForm.urlsNote', { max: maxUrlsAtOnce })}
        rules={[
          {
            validator: (_, v: string) =>
              linesCheck(
                linesOf(v ?? '').length,
                t('console:webForm.needUrl'),
                t('console:webForm.tooMany', { max: maxUrlsAtOnce }),
              ),
          },
        ]}
      >
        <UrlLines problems={problems} label={t('console:webForm.urls')} />
      </Form.Item>
      <Form.Item name="evidenceName" label={t('evidence:field.name')} extra={t('console:webForm.nameNote')}>
        <Input maxLength={80} />
      </Form.Item>
      <Form.Item name="labels" label={t('evidence:field.tags')}>
        <LabelSelect />
      </Form.Item>
      <Form.Item name="remark" label={t('evidence:field.remark')}>
        <TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </>
  )
}

async function linesCheck(count: number, none: string, many: string) {
  if (count === 0) throw new Error(none)
  if (count > maxUrlsAtOnce) throw new Error(many)
}
