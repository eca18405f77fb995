import { Alert, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { Card } from '../kit/page/Card.tsx'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import { ChosenEvidence } from './ChosenEvidence.tsx'
import { OrderFormPage } from './OrderFormPage.tsx'
import { paths } from './paths.ts'
import { useNeeded } from './useNeeded.ts'

/** What is to be appraised and what for. */
export function ExpertiseForm() {
  return <OrderFormPage kind="expertise">{(order) => <Appraisal order={order} />}</OrderFormPage>
}

function Appraisal({ order }: { order: OrderInfo | undefined }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const [params] = useSearchParams()
  const named = params.getAll('ano')
  // Chosen on the page before; without any, those of the order.
  const anos = named.length ? named : (order?.evidence.map(({ ano }) => ano) ?? [])
  return (
    <ApplicationForm
      kind="expertise"
      call={orderCalls.saveExpertise}
      order={order}
      usual={{ useType: 'litigation', copies: 2, disputed: false }}
      beside={{ anos }}
      isReady={anos.length > 0}
      head={(problems) => (
        <Card
          title={t('apply.evidence')}
          extra={
            <LinkButton to={pickAgain(anos, order?.id)}>{t(`apply.${anos.length ? 'change' : 'pick'}`)}</LinkButton>
          }
        >
          <ChosenEvidence anos={anos} />
          {problems.map((problem) => (
            <Alert key={problem} type="error" showIcon title={problem} />
          ))}
        </Card>
      )}
      fields={
        <Form.Item name="title" label={t('field.title')} rules={needed.text}>
          <Input maxLength={100} />
        </Form.Item>
      }
      more={
        <Form.Item name="disputed" valuePropName="checked">
          <Checkbox>{t('field.disputed')}</Checkbox>
        </Form.Item>
      }
    />
  )
}

function pickAgain(anos: readonly string[], order: string | undefined) {
  const query = new URLSearchParams(anos.map((ano) => ['ano', ano]))
  if (order) query.set('order', order)
  return `${paths.pick}?${query.toString()}`
}
