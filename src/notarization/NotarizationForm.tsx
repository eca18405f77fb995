import { Form, Input, Radio, Select } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneOf } from '../../contract/kit/typed/clean.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { CertificateLanguage, DeliveryWay } from '../../contract/notarization/notarization.ts'
import { notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { templateOf } from '../../contract/notarization/order-kinds.ts'
import type { OrderInfo } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { useRead } from '../kit/resource/useCall.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { OrderFormPage } from './OrderFormPage.tsx'
import { QuestionFields } from './QuestionFields.tsx'
import { placesOf } from './paths.ts'
import { useNamedEvidence } from './useNamedEvidence.tsx'
import { useNeeded } from './useNeeded.ts'

/** What is to be notarized, by which office, and for what. */
export function NotarizationForm() {
  return <OrderFormPage kind="notarization">{(order) => <Notarization order={order} />}</OrderFormPage>
}

function Notarization({ order }: { order: OrderInfo | undefined }) {
  const evidence = useNamedEvidence(placesOf.notarization.begin, order)
  return (
    <ApplicationForm
      kind="notarization"
      call={notarizationCalls.save}
      order={order}
      usual={{ certificateLanguage: 'zh', deliveryWay: 'electronic', copies: 2 }}
      {...evidence}
      fields={<MatterFields order={order} />}
      more={<AgentFields />}
    />
  )
}

/** What the chosen office attends to now; an order that began with an earlier version keeps it. */
function useTemplates(order: OrderInfo | undefined) {
  const officeId = Form.useWatch<string | undefined>('officeId')
  const { data } = useRead(
    notarizationCalls.template,
    { query: { officeId: officeId ?? '' } },
    { staleTime: 0, enabled: officeId !== undefined },
  )
  const kept = order && officeId === order.officeId ? templateOf(order.orderKind, order.content)?.template : undefined
  const offered = data?.list.filter(({ id }) => id !== kept?.id) ?? []
  return { isReady: data !== undefined, officeId, templates: kept ? [kept, ...offered] : offered }
}

/** The matter, what its office asks for it, and what the certificate is for. */
function MatterFields({ order }: { order: OrderInfo | undefined }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const form = Form.useFormInstance()
  const { isReady, officeId, templates } = useTemplates(order)
  const templateId = Form.useWatch<string | undefined>('templateId')
  const template = templates.find(({ id }) => id === templateId)
  // What another office attends to is nothing to ask of this one.
  const isForeign = isReady && templateId !== undefined && !template
  useEffect(() => {
    if (isForeign) form.setFieldsValue({ templateId: undefined, answers: [] })
  }, [isForeign, form])
  return (
    <>
      <Form.Item
        name="templateId"
        label={t('field.templateId')}
        extra={
          isReady && !templates.length
            ? t('form.notarization.noTemplates')
            : template?.guide && <span className="skz-long">{template.guide}</span>
        }
        rules={needed.some}
      >
        <Select
          disabled={!officeId}
          loading={officeId !== undefined && !isReady}
          showSearch={{ optionFilterProp: 'label' }}
          options={templates.map(({ id, matterName }) => ({ value: id, label: matterName }))}
          // Answers belong to the questions of one matter.
          onChange={() => form.setFieldValue('answers', [])}
        />
      </Form.Item>
      {template && template.questions.length > 0 && (
        <fieldset className="skz-questions">
          <legend>{t('form.notarization.questions')}</legend>
          <QuestionFields questions={template.questions} />
        </fieldset>
      )}
      <Form.Item name="title" label={t('field.title')} rules={needed.text}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name="purpose" label={t('field.purpose')} extra={t('help.purpose')} rules={needed.text}>
        <Input maxLength={200} />
      </Form.Item>
      <Form.Item name="usePlace" label={t('field.usePlace')} extra={t('help.usePlace')} rules={needed.text}>
        <Input maxLength={60} />
      </Form.Item>
      <Form.Item name="certificateLanguage" label={t('field.certificateLanguage')}>
        <Select
          options={CertificateLanguage.options.map((value) => ({
            value,
            label: t(`choice.certificateLanguage.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="deliveryWay" label={t('field.deliveryWay')}>
        <Radio.Group
          options={DeliveryWay.options.map((value) => ({ value, label: t(`choice.deliveryWay.${value}`) }))}
        />
      </Form.Item>
    </>
  )
}

/** Whoever acts for the applicant. */
function AgentFields() {
  const { t } = useTranslation(['notarization'])
  return (
    <Card title={t('form.notarization.agent')}>
      <Form.Item name="agentName" label={t('field.agentName')} extra={t('help.agentName')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="agentPhone" label={t('field.agentPhone')}>
        <CleanInput clean={phoneOf} inputMode="tel" autoComplete="off" />
      </Form.Item>
    </Card>
  )
}
