import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { type Profile, settingsCalls } from '../../../contract/accounts/settings.ts'
import { type Language, languages } from '../../../contract/kit/language.ts'
import { Card } from '../../kit/page/Card.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useRefuse } from '../parts/useRefuse.ts'

interface Values {
  name: string
  lang: Language
  accountName: string
}

export function ProfileCard({ profile, onDone }: { profile: Profile; onDone(): Promise<void> }) {
  const { t } = useTranslation(['common', 'accounts'])
  const { can } = useConsole()
  const [form] = Form.useForm<Values>()
  const notices = useNotices()
  const refuse = useRefuse(form)
  const update = useWrite(settingsCalls.update, { quiet: true })
  const rename = useWrite(settingsCalls.renameAccount, { quiet: true })
  const mayRename = can('account.manage')

  async function save({ name, lang, accountName }: Values) {
    let field = 'name'
    try {
      await update.mutateAsync({ body: { name, lang } })
      field = 'accountName'
      if (mayRename) await rename.mutateAsync({ body: { name: accountName } })
      notices.done(t('accounts:settings.saved'))
    } catch (error) {
      refuse(error, field)
    } finally {
      await onDone()
    }
  }

  return (
    <Card title={t('accounts:settings.profile.title')}>
      <Form<Values>
        form={form}
        layout="vertical"
        className="skz-settings-form"
        initialValues={{ name: profile.name, lang: profile.lang, accountName: profile.accountName }}
        scrollToFirstError={{ focus: true }}
        onFinish={(values) => void save(values)}
      >
        <Form.Item
          name="name"
          label={t('accounts:settings.profile.name')}
          extra={t('accounts:settings.profile.nameNote')}
          rules={[{ required: true, whitespace: true, min: 2, message: t('accounts:name.need') }]}
        >
          <Input maxLength={60} autoComplete="name" />
        </Form.Item>
        {mayRename && (
          <Form.Item
            name="accountName"
            label={t('accounts:settings.profile.accountName')}
            extra={t('accounts:settings.profile.accountNameNote')}
            rules={[{ required: true, whitespace: true, min: 2, message: t('accounts:name.need') }]}
          >
            <Input maxLength={60} autoComplete="organization" />
          </Form.Item>
        )}
        <Form.Item name="lang" label={t('accounts:settings.profile.lang')}>
          <Select options={languages.map((value) => ({ value, label: t(`accounts:settings.lang.${value}`) }))} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={update.isPending || rename.isPending}>
          {t('save')}
        </Button>
      </Form>
    </Card>
  )
}
