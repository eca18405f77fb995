import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { phoneOf } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'

/** Who sets a platform up, and where they are told of it. */
export function AdministratorFields() {
  const { t } = useTranslation(['common', 'operator'])
  const needed = [{ required: true, whitespace: true, message: t('required') }]
  return (
    <>
      <Form.Item name="administratorName" label={t('operator:field.administratorName')} rules={needed}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="administratorPhone"
        label={t('operator:field.administratorPhone')}
        extra={t('operator:help.administratorPhone')}
        rules={needed}
      >
        <CleanInput clean={phoneOf} type="tel" inputMode="tel" autoComplete="off" />
      </Form.Item>
    </>
  )
}
