import { Button, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import {
  type Begun,
  mostHostsOfPlatform,
  type PlatformBody,
  platformCalls,
} from '../../../contract/operator/platforms.ts'
import { Card } from '../../kit/page/Card.tsx'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { AdministratorFields } from './AdministratorFields.tsx'
import { AdministratorNext } from './AdministratorNext.tsx'

const list = '/operator/platforms'

/** Makes a platform of the installation, and says what its administrator does next. */
export function NewPlatformPage() {
  const { t } = useTranslation(['common', 'operator'])
  const write = useWrite(platformCalls.create, { refresh: ['platforms', 'operatorAudit'], quiet: true })
  return (
    <Page
      title={t('operator:resource.platforms.add')}
      lead={write.data ? undefined : t('operator:platforms.newLead')}
      trail={[{ title: t('operator:resource.platforms.title'), to: list }]}
    >
      {write.data ? <Made begun={write.data} /> : <NewPlatform write={write} />}
    </Page>
  )
}

function NewPlatform({ write }: { write: ReturnType<typeof useWrite<typeof platformCalls.create>> }) {
  const { t } = useTranslation(['common', 'operator'])
  const navigate = useNavigate()
  const [form] = Form.useForm<PlatformBody>()
  const refuse = useRefusal(form)
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  const field = (name: 'nameZh' | 'nameEn' | 'notaryId') => t(`operator:field.${name}`)
  return (
    <Form<PlatformBody>
      form={form}
      layout="vertical"
      className="skz-form"
      scrollToFirstError={{ focus: true }}
      onFinish={(body) =>
        write.mutate(
          { body },
          // What is said of one host stands at all of them.
          {
            onError: (error) =>
              refuse(
                error,
                fieldErrors(error, undefined, (path) => path.replace(/^hosts\.\d+$/, 'hosts')),
              ),
          },
        )
      }
    >
      <Card title={t('operator:section.names')}>
        <Form.Item name="nameZh" label={field('nameZh')} rules={needed}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="nameEn" label={field('nameEn')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="notaryId" label={field('notaryId')} extra={t('operator:help.notaryId')} rules={needed}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </Card>
      <Card title={t('operator:section.hosts')}>
        <Form.Item
          name="hosts"
          label={t('operator:field.hosts')}
          extra={t('operator:help.hosts')}
          rules={[{ required: true, message: t('required') }]}
        >
          <Select<string[]>
            mode="tags"
            open={false}
            suffixIcon={null}
            maxCount={mostHostsOfPlatform}
            tokenSeparators={[',', ' ']}
          />
        </Form.Item>
      </Card>
      <Card title={t('operator:section.administrator')}>
        <AdministratorFields />
      </Card>
      <div className="skz-form-foot">
        <Button type="primary" htmlType="submit" loading={write.isPending}>
          {t('operator:platforms.make')}
        </Button>
        <Button onClick={() => void navigate(list)}>{t('cancel')}</Button>
      </div>
    </Form>
  )
}

function Made({ begun }: { begun: Begun }) {
  const { t } = useTranslation(['operator'])
  return (
    <Card title={t('platforms.made')}>
      <p>{t('platforms.nextDns')}</p>
      <AdministratorNext begun={begun} />
      <p>{t('platforms.nextSet')}</p>
      <LinkButton to={`${list}/${begun.id}`} type="primary">
        {t('platforms.toPlatform')}
      </LinkButton>
    </Card>
  )
}
