import { Button, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { phoneOf, typedAs } from '../../contract/kit/typed/clean.ts'
import { CleanInput } from '../kit/form/CleanInput.tsx'
import { subInvitationCalls } from '../../contract/accounts/sub-invitations.ts'
import { Card } from '../kit/page/Card.tsx'
import { editorOf } from '../kit/form/editors.tsx'
import { Page } from '../kit/page/Page.tsx'
import { useWrite } from '../kit/resource/useCall.ts'
import { InvitationReady } from './InvitationReady.tsx'
import subAccounts from './sub-accounts.resource.tsx'
import subInvitations from './sub-invitations.resource.tsx'
import { useRefuse } from './parts/useRefuse.ts'

interface Values {
  name: string
  phone: string
  dept?: string
  grants?: string[]
  quota?: number | null
  budget?: number | null
}

/** Invites somebody to act for the account: they open the link, and prove the phone that it is for. */
export function InviteSub() {
  const { t } = useTranslation(['common', 'accounts'])
  const [form] = Form.useForm<Values>()
  const navigate = useNavigate()
  const refuse = useRefuse(form)
  const invite = useWrite(subInvitationCalls.invite, { refresh: [subInvitations.name], quiet: true })
  const editor = (name: 'grants' | 'quota' | 'budget' | 'dept') =>
    editorOf({ name, field: subAccounts.fields[name] as never, t, resource: subAccounts })
  if (invite.data)
    return (
      <InvitationReady
        link={invite.data}
        name={invite.asked?.body.name ?? ''}
        onAnother={() => (form.resetFields(), invite.reset())}
      />
    )
  return (
    <Page title={t('accounts:invite.title')} lead={t('accounts:invite.lead')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-form"
        initialValues={{ grants: ['captures.start', 'evidence.write', 'evidence.download'] }}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => invite.mutate({ body: values as never }, { onError: (error) => refuse(error) })}
      >
        <Card title={t('accounts:invite.who')}>
          <Form.Item
            name="phone"
            label={t('accounts:field.phone')}
            rules={[
              {
                required: true,
                transform: typedAs(phoneOf),
                pattern: /^1[3-9]\d{9}$/,
                message: t('accounts:phone.need'),
              },
            ]}
          >
            <CleanInput clean={phoneOf} inputMode="tel" autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="name"
            label={t('accounts:field.name')}
            extra={t('accounts:invite.nameNote')}
            rules={[{ required: true, whitespace: true, min: 2, message: t('accounts:name.need') }]}
          >
            <Input maxLength={60} autoComplete="off" />
          </Form.Item>
        </Card>
        <Card title={t('accounts:invite.what')}>
          <Form.Item name="grants" label={t('accounts:field.grants')} extra={t('accounts:help.grants')}>
            {editor('grants')}
          </Form.Item>
          <Form.Item name="quota" label={t('accounts:field.quota')} extra={t('accounts:help.quota')}>
            {editor('quota')}
          </Form.Item>
          <Form.Item name="budget" label={t('accounts:field.budget')} extra={t('accounts:help.budget')}>
            {editor('budget')}
          </Form.Item>
          <Form.Item name="dept" label={t('accounts:field.dept')}>
            {editor('dept')}
          </Form.Item>
        </Card>
        <div className="skz-form-foot">
          <Button type="primary" size="large" htmlType="submit" loading={invite.isPending}>
            {t('accounts:invite.submit')}
          </Button>
          <Button size="large" onClick={() => void navigate(-1)}>
            {t('cancel')}
          </Button>
        </div>
      </Form>
    </Page>
  )
}
