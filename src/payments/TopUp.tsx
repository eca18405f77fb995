import { Alert, Button, Form, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { formatMoney } from '../../contract/kit/money.ts'
import { payOrderCalls, type PayWay } from '../../contract/payments/pay-orders.ts'
import { editorOf } from '../kit/form/editors.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { useRead, useWrite } from '../kit/resource/useCall.ts'
import { payIcons, type VendorWay, vendorWaysHere } from './parts/pay-ways.tsx'
import { paths } from './paths.ts'
import { FormDialog } from '../kit/form/FormDialog.tsx'

/** Fen. */
const quick = [5_000, 10_000, 20_000, 50_000, 100_000]

type Way = VendorWay | typeof byBank
const byBank = { channel: 'bank', scene: 'transfer' } as const
interface Values {
  amount: number
  way: string
}

/** Through a vendor as one pays here, or by the bank. */
const waysHere = ({ list, takesTransfers }: { list: readonly PayWay[]; takesTransfers: boolean }): Way[] => [
  ...vendorWaysHere(list, 'recharge'),
  ...(takesTransfers ? [byBank] : []),
]
const keyOf = (way: Way) => (way.channel === 'bank' ? 'bank.transfer' : (`${way.channel}.${way.scene}` as const))

/** Asks how much and by whom, and goes on to the page where it is paid. */
export function TopUp({ amount, onClose }: { amount: number; onClose(): void }) {
  const { t } = useTranslation(['common', 'payments'])
  const [form] = Form.useForm<Values>()
  const { data, error, refetch } = useRead(payOrderCalls.ways, {})
  const [uniqueId, setUniqueId] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const refuse = useRefusal(form)
  const write = useWrite(payOrderCalls.recharge, {
    refresh: ['recharges'],
    quiet: true,
    onDone: ({ id }) => void navigate(paths.pay(id)),
  })
  const way = Form.useWatch('way', form)
  const ways = data && waysHere(data)
  function send({ amount: fen, way }: Values) {
    const chosen = ways!.find((one) => keyOf(one) === way)!
    if (chosen.channel === 'bank') return void navigate(paths.sendTransfer(fen))
    const { channel, scene } = chosen
    write.mutate(
      { body: { amount: fen, channel, scene, unique_id: uniqueId } },
      { onError: (refusal) => refuse(refusal) },
    )
  }
  return (
    <FormDialog
      form={form}
      title={t('payments:topUp.title')}
      ok={way === keyOf(byBank) ? t('payments:topUp.bankGo') : t('payments:topUp.go')}
      isSending={write.isPending}
      okButtonProps={{ disabled: !ways?.length }}
      onClose={onClose}
    >
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : !ways ? (
        <Loading rows={3} />
      ) : !ways.length ? (
        <Alert type="info" showIcon title={t('payments:topUp.closed')} />
      ) : (
        <Form
          form={form}
          layout="vertical"
          initialValues={{ amount, way: keyOf(ways[0]!) }}
          // Another amount is another order; the same one, sent again, stays one.
          onValuesChange={() => setUniqueId(crypto.randomUUID())}
          onFinish={send}
        >
          <Form.Item
            name="amount"
            label={t('payments:topUp.amount')}
            extra={t('payments:topUp.amountHelp')}
            rules={[{ required: true, message: t('required') }]}
          >
            {editorOf({ name: 'amount', field: { kind: 'money' }, t, resource: { words: 'payments' } })}
          </Form.Item>
          <Quick
            onPick={(fen) => {
              form.setFieldValue('amount', fen)
              setUniqueId(crypto.randomUUID())
            }}
          />
          <Form.Item name="way" label={t('payments:topUp.way')}>
            <Radio.Group className="skz-ways">
              {ways.map((way) => (
                <Radio key={keyOf(way)} value={keyOf(way)}>
                  <span className={`skz-way-${way.channel}`}>{payIcons[way.channel]}</span>{' '}
                  {t(`payments:way.${keyOf(way)}`)}
                </Radio>
              ))}
            </Radio.Group>
          </Form.Item>
        </Form>
      )}
    </FormDialog>
  )
}

function Quick({ onPick }: { onPick(fen: number): void }) {
  const { t } = useTranslation(['payments'])
  return (
    <div role="group" aria-label={t('topUp.quick')} className="skz-choices skz-quick">
      {quick.map((fen) => (
        <Button key={fen} onClick={() => onPick(fen)}>
          {formatMoney(fen).replace(/\.00$/, '')}
        </Button>
      ))}
    </div>
  )
}
