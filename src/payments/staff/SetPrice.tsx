import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Form, Input, InputNumber, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { mostTiers, type Price, priceCalls, type Tier } from '../../../contract/payments/prices.ts'
import { factsOfProduct } from '../../../contract/payments/products.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

interface Props {
  price: Price
  onClose(): void
}

interface Values {
  tiers: Tier[]
  partialPercent: number
  when: 'now' | 'later'
  effectiveAt?: string
  note?: string
}

/** A new price of a product, from now or from a set time on. */
export function SetPrice({ price: { product, tiers, partialPercent }, onClose }: Props) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<Values>()
  const when = Form.useWatch('when', form)
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(priceCalls.add, {
    refresh: ['prices', 'approvals', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('payments:price.done')), onClose()),
  })
  function send({ when: chosen, effectiveAt, ...values }: Values) {
    const begins = chosen === 'later' && effectiveAt ? { effectiveAt } : {}
    write.mutate({ body: { product, ...values, ...begins } }, { onError: (error) => refuse(error) })
  }
  return (
    <FormDialog
      form={form}
      title={t('payments:price.setOf', { name: t(`payments:choice.product.${product}`) })}
      ok={t('payments:price.set')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <p>{t('payments:price.lead')}</p>
      {(product === 'timestamp' || product === 'download') && <p>{t(`payments:price.about.${product}`)}</p>}
      <Form form={form} layout="vertical" initialValues={{ tiers, partialPercent, when: 'now' }} onFinish={send}>
        <Tiers />
        {factsOfProduct(product).isEvidence && (
          <Form.Item
            name="partialPercent"
            label={t('payments:price.partialPercent')}
            extra={t('payments:price.partialHelp')}
            rules={[{ required: true, message: t('required') }]}
          >
            <InputNumber min={0} max={100} precision={0} suffix="%" />
          </Form.Item>
        )}
        <Form.Item name="when" label={t('payments:price.when')}>
          <Radio.Group
            options={[
              { value: 'now', label: t('payments:price.atOnce') },
              { value: 'later', label: t('payments:price.later') },
            ]}
          />
        </Form.Item>
        {when === 'later' && (
          <Form.Item
            name="effectiveAt"
            label={t('payments:field.effectiveAt')}
            rules={[{ required: true, message: t('required') }]}
          >
            {editorOf({ name: 'effectiveAt', field: { kind: 'instant' }, t, resource: { words: 'payments' } })}
          </Form.Item>
        )}
        <Form.Item name="note" label={t('payments:price.note')} extra={t('payments:price.noteHelp')}>
          <Input maxLength={200} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}

function Tiers() {
  const { t } = useTranslation(['common', 'payments'])
  const required = { required: true, message: t('required') }
  return (
    <Form.List name="tiers">
      {(fields, { add, remove }) => (
        <div className="skz-tier-rows">
          {fields.map(({ key, name }, i) => (
            <div key={key} className="skz-tier-row">
              <Form.Item name={[name, 'from']} label={t('payments:price.tier')} rules={[required]}>
                <InputNumber min={1} max={100_000} precision={0} disabled={i === 0} className="skz-full" />
              </Form.Item>
              <Form.Item name={[name, 'amount']} label={t('payments:price.each')} rules={[required]}>
                {editorOf({ name: 'amount', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
              </Form.Item>
              {i > 0 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  onClick={() => remove(name)}
                  aria-label={t('payments:price.removeTier', { n: i + 1 })}
                />
              )}
            </div>
          ))}
          {fields.length < mostTiers && (
            <Button
              type="dashed"
              icon={<PlusOutlined aria-hidden />}
              onClick={() => add({ from: undefined, amount: undefined })}
            >
              {t('payments:price.addTier')}
            </Button>
          )}
        </div>
      )}
    </Form.List>
  )
}
