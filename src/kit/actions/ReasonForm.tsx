import { Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Call } from '../../../contract/kit/call.ts'
import { CopyText } from '../page/CopyText.tsx'
import { useWrite } from '../resource/useCall.ts'
import { useNotices } from '../refusals/useNotices.ts'
import { useRefusal } from '../refusals/useRefusal.ts'
import { sayKey } from '../resource/words.ts'
import { FormDialog } from '../form/FormDialog.tsx'

/** What staff do to others, and why. */
export interface Reasoned<Row> {
  /** Its words under `action` and, said above the field, under `why`. */
  action: string
  why: string
  call: Call
  /** The request without its reason. */
  request(row: Row): { params?: { id: string }; body?: object }
  nameOf(row: Row): string
  refresh: string
  /** Of an act that tells something: what is shown of the answer. */
  told?: { label: string; of(reply: unknown): string }
}

interface Props<Row> {
  act: Reasoned<Row>
  row: Row
  onClose(): void
}

/** Asks for the reason, acts, and shows what the act tells. */
export function ReasonForm<Row>({ act, row, onClose }: Props<Row>) {
  const { t } = useTranslation(['common', 'operator', 'audit'])
  const [form] = Form.useForm<{ reason: string }>()
  const [told, setTold] = useState<string>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const name = act.nameOf(row)
  const label = sayKey(t, `operator:action.${act.action}.label`)
  const write = useWrite(act.call, {
    refresh: [act.refresh, 'operatorAudit'],
    quiet: true,
    onDone: (reply) => {
      if (act.told) return setTold(act.told.of(reply))
      notices.done(sayKey(t, `operator:action.${act.action}.done`))
      onClose()
    },
  })
  function send({ reason }: { reason: string }) {
    const { params, body } = act.request(row)
    write.mutate({ ...(params && { params }), body: { ...body, reason } } as never, {
      onError: (error) => refuse(error),
    })
  }
  if (told !== undefined) {
    const what = sayKey(t, `operator:${act.told!.label}`, { name })
    return (
      <Modal
        open
        title={what}
        okText={t('operator:reason.done')}
        cancelButtonProps={{ hidden: true }}
        onOk={onClose}
        onCancel={onClose}
      >
        <CopyText text={told} label={what} />
      </Modal>
    )
  }
  return (
    <FormDialog form={form} title={label} ok={label} isSending={write.isPending} onClose={onClose}>
      <p>{sayKey(t, `operator:why.${act.why}`, { name })}</p>
      <Form form={form} layout="vertical" onFinish={send}>
        <Form.Item
          name="reason"
          label={t('operator:reason.label')}
          extra={t('operator:reason.help')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input.TextArea autoFocus maxLength={200} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
