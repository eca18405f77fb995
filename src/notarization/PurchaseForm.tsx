import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../contract/kit/typed/clean.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { orderCalls, type OrderInfo } from '../../contract/notarization/orders.ts'
import { mostGoods, PurchaseUse, RightsType } from '../../contract/notarization/purchase.ts'
import { editorOf } from '../kit/form/editors.tsx'
import { Card } from '../kit/page/Card.tsx'
import { ApplicationForm } from './ApplicationForm.tsx'
import { OrderFormPage } from './OrderFormPage.tsx'
import { useNeeded } from './useNeeded.ts'

/** What a notary shall buy, and what for. */
export function PurchaseForm() {
  return <OrderFormPage kind="purchase">{(order) => <Purchase order={order} />}</OrderFormPage>
}

function Purchase({ order }: { order: OrderInfo | undefined }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  return (
    <ApplicationForm
      kind="purchase"
      call={orderCalls.savePurchase}
      order={order}
      usual={{ rightsType: 'trademark', purchaseUse: 'litigation', copies: 2, goods: [{ quantity: 1 }] }}
      fields={
        <>
          <Form.Item name="title" label={t('field.title')} rules={needed.text}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="rightsType" label={t('field.rightsType')}>
            <Select options={RightsType.options.map((value) => ({ value, label: t(`choice.rightsType.${value}`) }))} />
          </Form.Item>
          <Form.Item name="purchaseUse" label={t('field.purchaseUse')}>
            <Radio.Group
              options={PurchaseUse.options.map((value) => ({ value, label: t(`choice.purchaseUse.${value}`) }))}
            />
          </Form.Item>
          <Form.Item name="prove" label={t('field.prove')} extra={t('help.prove')} rules={needed.text}>
            <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 3, maxRows: 10 }} />
          </Form.Item>
        </>
      }
      more={
        <Card title={t('form.purchase.shop')}>
          <Form.Item name="shopName" label={t('field.shopName')} rules={needed.text}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="shopUrl" label={t('field.shopUrl')} rules={needed.text}>
            <CleanInput clean={addressOf} maxLength={2_000} inputMode="url" />
          </Form.Item>
          <GoodsFields />
        </Card>
      }
    />
  )
}

/** Up to three of one shop, each with the most that one piece may cost. */
function GoodsFields() {
  const { t } = useTranslation(['notarization'])
  return (
    <Form.List name="goods">
      {(fields, { add, remove }) => (
        <>
          {fields.map(({ key, name }, i) => (
            <fieldset key={key} className="skz-questions">
              <legend>{t('form.purchase.goodsNth', { nth: i + 1 })}</legend>
              <GoodsRow name={name} />
              {fields.length > 1 && (
                <p className="skz-actions">
                  <Button
                    icon={<DeleteOutlined aria-hidden />}
                    aria-label={t('form.purchase.removeGoods', { nth: i + 1 })}
                    onClick={() => remove(name)}
                  />
                </p>
              )}
            </fieldset>
          ))}
          {fields.length < mostGoods && (
            <Button type="dashed" onClick={() => add({ quantity: 1 })}>
              {t('form.purchase.addGoods')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

function GoodsRow({ name }: { name: number }) {
  const { t } = useTranslation(['common', 'notarization'])
  const needed = useNeeded()
  return (
    <>
      <Form.Item name={[name, 'goodsName']} label={t('notarization:field.goodsName')} rules={needed.text}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name={[name, 'goodsUrl']} label={t('notarization:field.goodsUrl')} rules={needed.text}>
        <CleanInput clean={addressOf} maxLength={2_000} inputMode="url" />
      </Form.Item>
      <Form.Item name={[name, 'quantity']} label={t('notarization:field.quantity')} rules={needed.some}>
        <InputNumber min={1} max={20} precision={0} />
      </Form.Item>
      <Form.Item
        name={[name, 'priceCeiling']}
        label={t('notarization:field.priceCeiling')}
        extra={t('notarization:help.priceCeiling')}
        rules={needed.some}
      >
        {editorOf({ name: 'priceCeiling', field: { kind: 'money' }, t, resource: { words: 'notarization' } })}
      </Form.Item>
    </>
  )
}
