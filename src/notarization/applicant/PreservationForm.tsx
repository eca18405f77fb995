import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { preservationCalls } from '../../../contract/notarization/preservation.ts'
import { useDraft } from '../../kit/drafts/draft.ts'
import { Card } from '../../kit/page/Card.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { paths } from '../paths.ts'
import { useEvidenceProblems } from '../useEvidenceProblems.ts'
import { useNamedEvidence } from '../useNamedEvidence.tsx'
import { useNeeded } from '../useNeeded.ts'

interface Values {
  name: string
  purpose?: string
  addressee?: string
}

/** A report over the evidence that was chosen: what it is called, what for, and to whom it goes. */
export function PreservationForm() {
  const { t } = useTranslation(['notarization'])
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const notices = useNotices()
  const needed = useNeeded()
  // What was typed is there again after other evidence was chosen.
  const draft = useDraft<Values>('preservation-new')
  const { beside, isReady, head } = useNamedEvidence(paths.beginReport)
  const { problems, clear, onError } = useEvidenceProblems(form)
  const write = useWrite(preservationCalls.make, {
    refresh: ['preservations'],
    quiet: true,
    onDone({ orderId }) {
      draft.drop()
      notices.done(t('report.made'))
      void navigate(`${paths.reports}/${orderId}`)
    },
  })
  function send(values: Values) {
    clear()
    write.mutate({ body: { ...values, ...beside } }, { onError })
  }
  return (
    <Page title={t('resource.preservations.add')} lead={t('report.lead')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        onFinish={send}
        initialValues={draft.read() ?? {}}
        onValuesChange={(_, all) => draft.keep(all)}
        scrollToFirstError={{ focus: true }}
      >
        {head(problems)}
        <Card title={t('report.what')}>
          <Form.Item name="name" label={t('field.title')} extra={t('help.reportTitle')} rules={needed.text}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="purpose" label={t('field.purpose')} extra={t('help.purpose')}>
            <Input maxLength={200} />
          </Form.Item>
          <Form.Item name="addressee" label={t('field.addressee')} extra={t('help.addressee')}>
            <Input maxLength={60} />
          </Form.Item>
        </Card>
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={write.isPending} disabled={!isReady}>
            {t('report.make')}
          </Button>
        </div>
      </Form>
    </Page>
  )
}
