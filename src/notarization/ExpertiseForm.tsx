import { Alert, Button, Form, type FormInstance } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import type { ExpertiseBody } from '../../contract/notarization/expertise.ts'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { fieldErrors } from '../kit/refusals/field-errors.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { useDraft } from '../kit/drafts/draft.ts'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { ChosenEvidence } from './ChosenEvidence.tsx'
import { MatterFields, ReceiverFields } from './ExpertiseFields.tsx'
import { paths } from './paths.ts'

type Values = Omit<ExpertiseBody, 'orderId' | 'anos' | 'caseNumber' | 'address' | 'remark'> & {
  caseNumber?: string
  address?: string
  remark?: string
}

/** What is to be appraised and what for: of a new order, or of one that can still be changed (`?order=`). */
export function ExpertiseForm() {
  const { t } = useTranslation(['common', 'notarization'])
  const [params] = useSearchParams()
  const orderId = params.get('order')
  const { data, error, refetch } = useRead(
    orderCalls.get,
    { params: { id: orderId ?? '' } },
    { staleTime: 0, enabled: orderId !== null },
  )
  return (
    <Page title={t('notarization:apply.title')} lead={t('notarization:apply.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : orderId && !data ? (
        <Loading rows={8} />
      ) : (
        <Application key={data?.id ?? ''} {...(data && { order: data })} named={params.getAll('ano')} />
      )}
    </Page>
  )
}

interface Props {
  order?: OrderInfo
  /** Chosen on the page before; without any, those of the order. */
  named: readonly string[]
}

function Application({ order, named }: Props) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<Values>()
  const anos = named.length ? named : (order?.evidence.map(({ ano }) => ano) ?? [])
  // What was typed is there again after evidence was chosen anew.
  const draft = useDraft<Values>(`expertise-${order?.id ?? 'new'}`)
  const [began] = useState(() => ({ ...(order ? ofOrder(order) : usual), ...draft.read() }))
  const { save, isSaving, problems } = useSaving(form, anos, { order, onSaved: draft.drop })
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={began}
      onFinish={save}
      onValuesChange={(_, all) => draft.keep(all)}
      scrollToFirstError={{ focus: true }}
    >
      <Card
        title={t('notarization:apply.evidence')}
        extra={
          <LinkButton to={pickAgain(anos, order?.id)}>
            {t(`notarization:apply.${anos.length ? 'change' : 'pick'}`)}
          </LinkButton>
        }
      >
        <ChosenEvidence anos={anos} />
        {problems.map((problem) => (
          <Alert key={problem} type="error" showIcon title={problem} />
        ))}
      </Card>
      <Card title={t('notarization:apply.what')}>
        <MatterFields isFixed={Boolean(order?.submittedAt)} />
      </Card>
      <Card title={t('notarization:apply.where')}>
        <ReceiverFields />
      </Card>
      <div className="skz-form-foot">
        <Button type="primary" size="large" htmlType="submit" loading={isSaving} disabled={!anos.length}>
          {t('notarization:apply.save')}
        </Button>
      </div>
    </Form>
  )
}

const usual = { useType: 'litigation', copies: 2, disputed: false } as const
const ofOrder = ({ content, officeId }: OrderInfo) => ({ ...content, officeId })

function pickAgain(anos: readonly string[], order: string | undefined) {
  const query = new URLSearchParams(anos.map((ano) => ['ano', ano]))
  if (order) query.set('order', order)
  return `${paths.pick}?${query.toString()}`
}

/** Keeps the order as a draft; what is wrong with the evidence stands beside it, all else at its field. */
function useSaving(
  form: FormInstance<Values>,
  anos: readonly string[],
  { order, onSaved }: { order: OrderInfo | undefined; onSaved(): void },
) {
  const { t } = useTranslation(['notarization'])
  const navigate = useNavigate()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const [problems, setProblems] = useState<readonly string[]>([])
  const write = useWrite(orderCalls.saveExpertise, {
    refresh: ['appraisals'],
    quiet: true,
    onDone: ({ id }) => {
      onSaved()
      notices.done(t('apply.saved'))
      void navigate(`${paths.appraisal(id)}?tab=files`)
    },
  })
  function save(values: Values) {
    setProblems([])
    const onError = (error: unknown) => {
      const all = fieldErrors(error)
      const [ofEvidence, others] = [true, false].map((is) => all.filter(({ name }) => (name[0] === 'anos') === is))
      setProblems(ofEvidence!.flatMap(({ errors }) => errors))
      refuse(error, others)
    }
    write.mutate({ body: { ...values, anos: [...anos], ...(order && { orderId: order.id }) } }, { onError })
  }
  return { save, isSaving: write.isPending, problems }
}
