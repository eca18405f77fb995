import { Checkbox, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { SealKind } from '../../contract/notarization/official-seal.ts'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { ApplicationForm } from './ApplicationForm.tsx'
import { OrderFormPage } from './OrderFormPage.tsx'
import { CaseFields } from './OrderFields.tsx'
import { placesOf } from './paths.ts'
import { useNeeded } from './useNeeded.ts'
import { useNoticeAccepted } from './useNoticeAccepted.ts'

/** Which seal is to be compared and what for. */
export function SealForm() {
  return <OrderFormPage kind="officialSeal">{(order) => <Seal order={order} />}</OrderFormPage>
}

function Seal({ order }: { order: OrderInfo | undefined }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const accepted = useNoticeAccepted()
  return (
    <ApplicationForm
      kind="officialSeal"
      call={orderCalls.saveOfficialSeal}
      order={order}
      onSaved={accepted.drop}
      usual={{
        sealKind: 'company',
        question: t('form.officialSeal.usual'),
        useType: 'litigation',
        copies: 2,
        noticeAccepted: accepted.read() ?? false,
      }}
      fields={
        <>
          <Form.Item name="sealName" label={t('field.sealName')} extra={t('help.sealName')} rules={needed.text}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="sealKind" label={t('field.sealKind')}>
            <Select options={SealKind.options.map((value) => ({ value, label: t(`choice.sealKind.${value}`) }))} />
          </Form.Item>
          <CaseFields />
        </>
      }
      foot={
        <Form.Item
          name="noticeAccepted"
          valuePropName="checked"
          extra={<Link to={placesOf.officialSeal.begin}>{t('notice.read')}</Link>}
          rules={[{ validator: (_, on) => (on ? Promise.resolve() : Promise.reject(new Error(t('notice.need')))) }]}
        >
          <Checkbox>{t('notice.accept')}</Checkbox>
        </Form.Item>
      }
    />
  )
}
