import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { phoneOf } from '../../contract/kit/typed/clean.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { formatMoney } from '../../contract/kit/money.ts'
import { UseType } from '../../contract/notarization/matter-fields.ts'
import { factsOfKind, listedFeeOf, type OrderKind } from '../../contract/notarization/order-kinds.ts'
import { orderCalls } from '../../contract/notarization/orders.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { useNeeded } from './useNeeded.ts'

/** Who answers: of offices that list fees, those that list one for this kind. It stays once it has the order. */
export function OfficeField({ kind, isFixed }: { kind: OrderKind; isFixed: boolean }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const { data } = useRead(orderCalls.offices, { query: { officeKind: factsOfKind(kind).office } }, { staleTime: 0 })
  const listed = listedFeeOf(kind)
  const offices = data?.list.flatMap((office) => {
    const fee = listed ? office[listed] : undefined
    return fee === null ? [] : [{ id: office.id, name: office.fullName, fee }]
  })
  return (
    <Form.Item
      name="officeId"
      label={t('field.officeId')}
      extra={t(offices?.length === 0 ? `form.${kind}.none` : `form.${kind}.offices`)}
      rules={needed.some}
    >
      <Select
        disabled={isFixed}
        loading={!data}
        showSearch={{ optionFilterProp: 'label' }}
        options={(offices ?? []).map(({ id, name, fee }) => ({
          value: id,
          label: fee === undefined ? name : `${name} · ${formatMoney(fee)}`,
        }))}
      />
    </Form.Item>
  )
}

/** The case, and what shall be answered in it. */
export function CaseFields() {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  return (
    <>
      <Form.Item name="question" label={t('field.question')} extra={t('help.question')} rules={needed.text}>
        <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
      </Form.Item>
      <Form.Item name="description" label={t('field.description')} rules={needed.text}>
        <Input.TextArea maxLength={2_000} showCount autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="useType" label={t('field.useType')}>
        <Radio.Group options={UseType.options.map((value) => ({ value, label: t(`choice.useType.${value}`) }))} />
      </Form.Item>
      <Form.Item name="caseNumber" label={t('field.caseNumberOfCourt')}>
        <Input maxLength={80} />
      </Form.Item>
    </>
  )
}

/** Who keeps no addresses needs no part for them. */
const SavedAddress = lazyPart(async () => (await import('../addresses/parts/SavedAddress.tsx')).SavedAddress)

/** Where the paper goes: of kinds that ask how it comes, an address only where it is mailed. */
export function ReceiverFields({ onFilled }: { onFilled(): void }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const form = Form.useFormInstance()
  const way = Form.useWatch<string | undefined>('deliveryWay')
  function fill({ name, phone }: { name: string; phone: string }, place: string) {
    form.setFieldsValue({ recipient: name, recipientPhone: phone, address: place })
    onFilled()
  }
  return (
    <>
      <Form.Item name="copies" label={t('field.copies')} rules={needed.some}>
        <InputNumber min={1} max={20} precision={0} />
      </Form.Item>
      <Suspense fallback={null}>
        <SavedAddress onChosen={fill} />
      </Suspense>
      <Form.Item name="recipient" label={t('field.recipient')} rules={needed.text}>
        <Input maxLength={25} autoComplete="name" />
      </Form.Item>
      <Form.Item name="recipientPhone" label={t('field.recipientPhone')} rules={needed.text}>
        <CleanInput clean={phoneOf} inputMode="tel" autoComplete="tel" />
      </Form.Item>
      {(way === undefined || way === 'post') && (
        <Form.Item
          name="address"
          label={t('field.mailTo')}
          extra={way ? undefined : t('help.mailTo')}
          rules={way ? needed.text : []}
        >
          <Input maxLength={150} />
        </Form.Item>
      )}
      <Form.Item name="remark" label={t('field.remark')}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Form.Item>
    </>
  )
}
