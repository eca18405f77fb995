import { Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { CaseFields } from './OrderFields.tsx'
import { OrderFormPage } from './OrderFormPage.tsx'
import { placesOf } from './paths.ts'
import { useNamedEvidence } from './useNamedEvidence.tsx'
import { useNeeded } from './useNeeded.ts'

/** What is to be appraised and what for. */
export function ExpertiseForm() {
  return <OrderFormPage kind="expertise">{(order) => <Appraisal order={order} />}</OrderFormPage>
}

function Appraisal({ order }: { order: OrderInfo | undefined }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const evidence = useNamedEvidence(placesOf.expertise.begin, order)
  return (
    <ApplicationForm
      kind="expertise"
      call={orderCalls.saveExpertise}
      order={order}
      usual={{ useType: 'litigation', copies: 2, disputed: false }}
      {...evidence}
      fields={
        <>
          <Form.Item name="title" label={t('field.title')} rules={needed.text}>
            <Input maxLength={100} />
          </Form.Item>
          <CaseFields />
          <Form.Item name="disputed" valuePropName="checked">
            <Checkbox>{t('field.disputed')}</Checkbox>
          </Form.Item>
        </>
      }
    />
  )
}
