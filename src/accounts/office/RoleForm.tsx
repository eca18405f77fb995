import { Form, Input, Radio } from 'antd'
import { useTranslation } from 'react-i18next'
import { isDecider, type OfficePerson, officePeopleCalls, type OfficeRole } from '../../../contract/accounts/offices.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useWrite } from '../../kit/resource/useCall.ts'

interface Values {
  officeRole: OfficeRole | 'none'
  practiceNumber?: string
}

/** What somebody is in the office, and the number by which they practise. */
export function RoleForm({ row, onClose }: { row: OfficePerson; onClose(): void }) {
  const { t } = useTranslation(['common', 'notarization'])
  const { renewBean } = useConsole()
  const [form] = Form.useForm<Values>()
  const role = Form.useWatch('officeRole', form)
  const notices = useNotices()
  const refuse = useRefusal(form)
  const write = useWrite(officePeopleCalls.setRole, {
    refresh: ['officePeople'],
    quiet: true,
    onDone: ({ waits }) => {
      notices.done(t(waits ? 'notarization:office.roleWaits' : 'notarization:action.setRole.done'))
      // One's own role changes what the console has.
      if (row.isHead) void renewBean()
      onClose()
    },
  })
  const decides = role !== undefined && role !== 'none' && isDecider(role)
  return (
    <FormDialog
      form={form}
      title={t('notarization:office.roleTitle', { name: row.name })}
      isSending={write.isPending}
      onClose={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{
          officeRole: row.askedRole ?? row.officeRole ?? 'none',
          practiceNumber: row.askedNumber ?? row.practiceNumber ?? '',
        }}
        onFinish={({ officeRole, practiceNumber }) =>
          write.mutate(
            {
              params: { id: row.id },
              body: { officeRole: officeRole === 'none' ? null : officeRole, practiceNumber: practiceNumber ?? null },
            },
            { onError: (error) => refuse(error) },
          )
        }
      >
        <Form.Item name="officeRole" label={t('notarization:field.officeRole')}>
          <Radio.Group
            options={[
              ...row.offeredRoles.map((value) => ({ value, label: t(`notarization:choice.officeRole.${value}`) })),
              { value: 'none', label: t('notarization:office.roleNone') },
            ]}
          />
        </Form.Item>
        <Form.Item
          name="practiceNumber"
          label={t('notarization:field.practiceNumber')}
          extra={t('notarization:office.practiceHelp')}
          rules={decides ? [{ required: true, whitespace: true, message: t('required') }] : []}
        >
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
