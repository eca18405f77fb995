import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceFile } from '../../../contract/evidence/evidence.ts'
import { depositCalls, longestFileName } from '../../../contract/registry/deposits.ts'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { FormDialog } from '../../kit/form/FormDialog.tsx'

/** Changes what a file is called here; what was sealed keeps the name it was sealed with. */
export function RenameFile({ file, onClose }: { file: EvidenceFile; onClose(): void }) {
  const { t } = useTranslation(['common', 'evidence'])
  const [form] = Form.useForm<{ fileName: string }>()
  const notices = useNotices()
  const write = useWrite(depositCalls.renameFile, {
    refresh: ['evidence', 'fileDeposits'],
    quiet: true,
    onDone: () => (notices.done(t('evidence:action.rename.done')), onClose()),
  })
  return (
    <FormDialog form={form} title={t('evidence:action.rename.label')} isSending={write.isPending} onClose={onClose}>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ fileName: file.shownName ?? file.fileName }}
        onFinish={(body) =>
          write.mutate({ params: { id: file.id }, body }, { onError: (e) => form.setFields(fieldErrors(e)) })
        }
      >
        <Form.Item
          name="fileName"
          label={t('evidence:field.fileName')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
          extra={t('evidence:renameFile.note')}
        >
          <Input maxLength={longestFileName} />
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
