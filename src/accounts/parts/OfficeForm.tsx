import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { phoneOf } from '../../../contract/kit/typed/clean.ts'
import { CleanInput } from '../../kit/form/CleanInput.tsx'
import { type OfficeBody, officeCalls, OfficeKind } from '../../../contract/accounts/offices.ts'
import { editorOf } from '../../kit/form/editors.tsx'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useWrite } from '../../kit/resource/useCall.ts'

interface Props {
  /** An enterprise's account, or an office as it is. */
  row: { id: string; name?: string } & Partial<OfficeBody>
  onClose(): void
}

/** Makes an enterprise's account an office, or changes what it says of itself. */
export function OfficeForm({ row, onClose }: Props) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<OfficeBody>()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const isOffice = row.officeKind !== undefined
  const write = useWrite(officeCalls.save, {
    refresh: ['offices', 'operatorAccounts', 'operatorAudit'],
    quiet: true,
    onDone: () => (notices.done(t('notarization:action.editOffice.done')), onClose()),
  })
  const text = [{ required: true, whitespace: true, message: t('required') }]
  const { officeKind = 'institute', fullName = row.name, caseWord, licence, phone, address, hours, sealFee } = row
  return (
    <FormDialog
      form={form}
      title={t(isOffice ? 'notarization:action.editOffice.label' : 'notarization:office.make')}
      isSending={write.isPending}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ officeKind, fullName, caseWord, licence, phone, address, hours: hours ?? '', sealFee }}
        onFinish={(body) => write.mutate({ params: { id: row.id }, body }, { onError: (error) => refuse(error) })}
      >
        <Form.Item
          name="officeKind"
          label={t('notarization:field.officeKind')}
          extra={t('notarization:office.kindHelp')}
        >
          <Radio.Group
            disabled={isOffice}
            options={OfficeKind.options.map((value) => ({
              value,
              label: t(`notarization:choice.officeKind.${value}`),
            }))}
          />
        </Form.Item>
        <Form.Item name="fullName" label={t('notarization:field.fullName')} rules={text}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item
          name="caseWord"
          label={t('notarization:field.caseWord')}
          extra={t('notarization:help.caseWord')}
          rules={text}
        >
          <Input maxLength={12} />
        </Form.Item>
        <Form.Item name="licence" label={t('notarization:field.licence')} rules={text}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="phone" label={t('notarization:field.phone')} rules={text}>
          <CleanInput clean={phoneOf} inputMode="tel" autoComplete="off" />
        </Form.Item>
        <Form.Item name="address" label={t('notarization:field.address')} rules={text}>
          <Input maxLength={100} />
        </Form.Item>
        <Form.Item name="hours" label={t('notarization:field.hours')}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item noStyle dependencies={['officeKind']}>
          {({ getFieldValue }) =>
            getFieldValue('officeKind') === 'institute' && (
              <Form.Item name="sealFee" label={t('notarization:field.sealFee')} extra={t('notarization:help.sealFee')}>
                {editorOf({ name: 'sealFee', field: { kind: 'money' }, t, resource: { words: 'notarization' } })}
              </Form.Item>
            )
          }
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
