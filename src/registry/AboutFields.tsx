import { Form } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useTranslation } from 'react-i18next'
import { LabelSelect } from '../evidence/parts/LabelSelect.tsx'

export interface About {
  evidenceName: string
  labels: string[]
  remark: string
}

export const blankAbout: About = { evidenceName: '', labels: [], remark: '' }

/** What its owner calls it, whatever it is. */
export function AboutFields({ named = true }: { named?: boolean }) {
  const { t } = useTranslation(['evidence', 'registry'])
  return (
    <>
      {named && (
        <Form.Item name="evidenceName" label={t('evidence:field.name')} extra={t('registry:add.nameNote')}>
          <Input maxLength={80} />
        </Form.Item>
      )}
      <Form.Item name="labels" label={t('evidence:field.tags')}>
        <LabelSelect />
      </Form.Item>
      <Form.Item name="remark" label={t('evidence:field.remark')}>
        <TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </>
  )
}
