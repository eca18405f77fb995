import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { isChoice, mostQuestions, QuestionKind } from '../../../contract/notarization/templates.ts'
import { useNeeded } from '../useNeeded.ts'

/** A question while it is written; its options stand one a line. */
export interface QuestionValues {
  label?: string
  kind?: QuestionKind
  isRequired?: boolean
  options?: string
}

/** Questions of a matter, in the order in which applicants meet them. */
export function TemplateQuestions() {
  const { t } = useTranslation(['notarization'])
  return (
    <Form.List name="questions">
      {(fields, { add, remove, move }) => (
        <>
          {fields.map(({ key, name }, i) => (
            <fieldset key={key} className="skz-questions">
              <legend>{t('template.questionNth', { nth: i + 1 })}</legend>
              <QuestionRow name={name} />
              <p className="skz-actions">
                <Button
                  icon={<ArrowUpOutlined aria-hidden />}
                  disabled={i === 0}
                  aria-label={t('template.moveUp', { nth: i + 1 })}
                  onClick={() => move(i, i - 1)}
                />
                <Button
                  icon={<ArrowDownOutlined aria-hidden />}
                  disabled={i === fields.length - 1}
                  aria-label={t('template.moveDown', { nth: i + 1 })}
                  onClick={() => move(i, i + 1)}
                />
                <Button
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('template.removeQuestion', { nth: i + 1 })}
                  onClick={() => remove(name)}
                />
              </p>
            </fieldset>
          ))}
          {fields.length < mostQuestions && (
            <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => add({ kind: 'text' })}>
              {t('template.addQuestion')}
            </Button>
          )}
        </>
      )}
    </Form.List>
  )
}

function QuestionRow({ name }: { name: number }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  const kind = Form.useWatch<QuestionKind | undefined>(['questions', name, 'kind'])
  return (
    <>
      <Form.Item name={[name, 'label']} label={t('field.label')} rules={needed.text}>
        <Input maxLength={100} />
      </Form.Item>
      <Form.Item name={[name, 'kind']} label={t('field.kind')}>
        <Select options={QuestionKind.options.map((value) => ({ value, label: t(`choice.kind.${value}`) }))} />
      </Form.Item>
      {kind && isChoice(kind) && (
        <Form.Item name={[name, 'options']} label={t('field.options')} extra={t('help.options')} rules={needed.text}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 10 }} />
        </Form.Item>
      )}
      <Form.Item name={[name, 'isRequired']} valuePropName="checked">
        <Checkbox>{t('field.isRequired')}</Checkbox>
      </Form.Item>
    </>
  )
}
