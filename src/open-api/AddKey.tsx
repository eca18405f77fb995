import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { keyCalls } from '../../contract/open-api/keys.ts'
import { Card } from '../kit/page/Card.tsx'
import { editorOf } from '../kit/form/editors.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { useRefusal } from '../kit/refusals/useRefusal.ts'
import { KeyPair } from './KeyPair.tsx'
import keys from './keys.resource.tsx'

interface Values {
  name: string
  publicKey: string
  ips?: string[]
  callbackUrl?: string
  expiresAt?: string
}

/** Adds a public key: how its pair is made, then what is to be known of it. */
export function AddKey() {
  const { t } = useTranslation(['common', 'open-api'])
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const add = useWrite(keyCalls.create, {
    refresh: [keys.name],
    quiet: true,
    onDone: ({ id, accessKey }) => {
      notices.done(t('open-api:add.done', { accessKey }))
      void navigate(`${keys.routes.list}/${id}`)
    },
  })
  const editor = (name: 'name' | 'ips' | 'callbackUrl' | 'expiresAt') =>
    editorOf({ name, field: keys.fields[name] as never, t, resource: keys })
  const needed = { required: true, whitespace: true, message: t('required') }
  return (
    <Page title={t('open-api:add.title')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        scrollToFirstError={{ focus: true }}
        onFinish={(body) => add.mutate({ body }, { onError: (error) => refuse(error) })}
      >
        <KeyPair />
        <Card title={t('open-api:add.what')}>
          <Form.Item name="name" label={t('open-api:field.name')} extra={t('open-api:help.name')} rules={[needed]}>
            {editor('name')}
          </Form.Item>
          <Form.Item
            name="publicKey"
            label={t('open-api:field.publicKey')}
            extra={t('open-api:help.publicKey')}
            rules={[needed]}
          >
            <Input.TextArea className="skz-pem" rows={8} maxLength={4_000} spellCheck={false} autoComplete="off" />
          </Form.Item>
          <Form.Item name="ips" label={t('open-api:field.ips')} extra={t('open-api:help.ips')}>
            {editor('ips')}
          </Form.Item>
          <Form.Item name="callbackUrl" label={t('open-api:field.callbackUrl')} extra={t('open-api:help.callbackUrl')}>
            {editor('callbackUrl')}
          </Form.Item>
          <Form.Item name="expiresAt" label={t('open-api:field.expiresAt')} extra={t('open-api:help.expiresAt')}>
            {editor('expiresAt')}
          </Form.Item>
        </Card>
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={add.isPending}>
            {t('open-api:add.submit')}
          </Button>
          <Button size="large" onClick={() => void navigate(-1)}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Page>
  )
}
