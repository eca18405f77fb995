import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import type { OrderShown } from './OrderTab.tsx'
import { type OrderSide, sideOf } from './sides.ts'

/** What both sides wrote to each other, and a place to write more. */
export function OrderMessages({ order, side }: { order: OrderShown; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  return (
    <>
      {order.messages.length ? (
        <ol className="skz-chosen">
          {order.messages.map((m) => (
            <li key={m.id}>
              <strong>{m.personName}</strong>{' '}
              <span className="skz-muted">
                {t(`choice.side.${m.side}`)} · <time dateTime={m.at}>{formatInstant(m.at)}</time>
              </span>
              <div className="skz-long">{m.content}</div>
            </li>
          ))}
        </ol>
      ) : (
        <p className="skz-muted">{t(order.submittedAt ? 'messages.none' : 'messages.draft')}</p>
      )}
      {order.maySay && <Say id={order.id} side={side} />}
    </>
  )
}

function Say({ id, side }: { id: string; side: OrderSide }) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<{ content: string }>()
  const { say, resources } = sideOf[side]
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(say, {
    refresh: [...resources],
    quiet: true,
    onDone: () => (notices.done(t('notarization:messages.sent')), form.resetFields()),
  })
  return (
    <Form
      form={form}
      layout="vertical"
      className="skz-form"
      onFinish={(body) => write.mutate({ params: { id }, body }, { onError: (error) => refuse(error) })}
    >
      <Form.Item
        name="content"
        label={t('notarization:messages.label')}
        rules={[{ required: true, whitespace: true, message: t('required') }]}
      >
        <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={write.isPending}>
        {t('notarization:messages.send')}
      </Button>
    </Form>
  )
}
