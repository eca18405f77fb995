import { Form, Select } from 'antd'
import Input from 'antd/es/input/Input'
import TextArea from 'antd/es/input/TextArea'
import { useTranslation } from 'react-i18next'
import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { mostLabels } from '../../contract/kit/fields.ts'
import { useRead } from '../kit/resource/useCall.ts'

export interface About {
  evidenceName: string
  labels: string[]
  remark: string
}

export const blankAbout: About = { evidenceName: '', labels: [], remark: '' }

/** What its owner calls it, whatever it is. */
export function AboutFields({ named = true }: { named?: boolean }) {
  const { t } = useTranslation(['evidence', 'registry'])
  const labels = useRead(evidenceCalls.labels, {})
  return (
    <>
      {named && (
        <Form.Item name="evidenceName" label={t('evidence:field.name')} extra={t('registry:add.nameNote')}>
          <Input maxLength={80} />
        </Form.Item>
      )}
      <Form.Item name="labels" label={t('evidence:field.tags')}>
        <Select
          mode="tags"
          maxCount={mostLabels}
          options={(labels.data?.list ?? []).map((l) => ({ value: l.label, label: l.label }))}
        />
      </Form.Item>
      <Form.Item name="remark" label={t('evidence:field.remark')}>
        <TextArea maxLength={500} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </>
  )
}
