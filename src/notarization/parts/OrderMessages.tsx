import { DownloadOutlined, PaperClipOutlined } from '@ant-design/icons'
import { Button, Form, Input, Tag, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { mostOrderFile } from '../../../contract/notarization/orders.ts'
import { formatInstant, formatSize } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import type { OrderShown } from './OrderTab.tsx'
import { type OrderSide, sideOf } from './sides.ts'

/** What both sides wrote to each other, and a place to write more. */
export function OrderMessages({ order, side }: { order: OrderShown; side: OrderSide }) {
  const { t } = useTranslation(['notarization'])
  const link = useByteLink()
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
              {m.content && <div className="skz-long">{m.content}</div>}
              {m.file && (
                <a
                  className="skz-break"
                  href={link(pathOf(sideOf[side].file, { id: order.id, fileId: m.file.id }))}
                  download
                >
                  <DownloadOutlined aria-hidden /> {m.file.fileName} · {formatSize(m.file.fileSize)}
                </a>
              )}
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

interface Values {
  content?: string
  file?: File
}

function Say({ id, side }: { id: string; side: OrderSide }) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<Values>()
  const attached = Form.useWatch('file', form)
  const { say, resources } = sideOf[side]
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(say, {
    refresh: [...resources],
    quiet: true,
    onDone: () => (notices.done(t('notarization:messages.sent')), form.resetFields()),
  })
  const send = ({ file, ...body }: Values) =>
    write.mutate({ params: { id }, body, ...(file && { file }) }, { onError: (error) => refuse(error) })
  return (
    <Form<Values> form={form} layout="vertical" className="skz-form" onFinish={send}>
      <Form.Item
        name="content"
        label={t('notarization:messages.label')}
        dependencies={['file']}
        rules={[{ required: !attached, whitespace: true, message: t('required') }]}
      >
        <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
      </Form.Item>
      <Form.Item name="file" extra={t('notarization:files.hint')}>
        <AttachFile />
      </Form.Item>
      <Button type="primary" htmlType="submit" loading={write.isPending}>
        {t('notarization:messages.send')}
      </Button>
    </Form>
  )
}

/** A file that goes with a message; the form gives both. */
function AttachFile({ value, onChange = () => {} }: { value?: File; onChange?(file?: File): void }) {
  const { t } = useTranslation(['notarization'])
  const notices = useNotices()
  function choose(file: File) {
    if (file.size > mostOrderFile) notices.warn(t('files.hint'))
    else onChange(file)
    return false
  }
  if (value)
    return (
      <Tag
        className="skz-attached"
        closable={{ 'aria-label': t('files.remove', { name: value.name }) }}
        onClose={() => onChange()}
      >
        <span className="skz-break">{value.name}</span>
      </Tag>
    )
  return (
    <Upload accept=".pdf,.png,.jpg,.jpeg,.webp" showUploadList={false} beforeUpload={choose}>
      <Button icon={<PaperClipOutlined aria-hidden />}>{t('messages.attach')}</Button>
    </Upload>
  )
}
