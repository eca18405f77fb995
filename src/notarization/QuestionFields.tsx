import { Checkbox, Form, Input, Radio, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Question } from '../../contract/notarization/templates.ts'
import { useNeeded } from './useNeeded.ts'

/** Few choices are all in view; many fold. */
const mostRadios = 5

/** What an office asks of every applicant, each answered as its template says, in `answers` of the form. */
export function QuestionFields({ questions }: { questions: readonly Question[] }) {
  const { t } = useTranslation(['notarization'])
  const needed = useNeeded()
  if (!questions.length) return <p className="skz-muted">{t('template.none')}</p>
  return questions.map((question, i) => (
    <Form.Item
      // A question is its place: answers stand by it.
      key={i}
      name={['answers', i]}
      label={<span className="skz-break">{question.label}</span>}
      rules={question.isRequired ? needed.some : []}
    >
      <Answer question={question} />
    </Form.Item>
  ))
}

interface AnswerProps {
  question: Question
  /** Of the form's item around it. */
  value?: string | string[] | null
  onChange?(value: string | string[]): void
  id?: string
}

function Answer({ question: { kind, options }, value, onChange, id }: AnswerProps) {
  const given = { id: id ?? '', onChange: (e: { target: { value?: string } }) => onChange?.(e.target.value ?? '') }
  const text = { ...given, value: typeof value === 'string' ? value : '' }
  switch (kind) {
    case 'text':
      return <Input maxLength={200} {...text} />
    case 'area':
      return <Input.TextArea maxLength={2_000} showCount autoSize={{ minRows: 3, maxRows: 12 }} {...text} />
    case 'number':
      return <Input inputMode="decimal" maxLength={24} {...text} />
    case 'date':
      return <Input type="date" max="9999-12-31" {...text} />
    case 'single':
      if (options.length <= mostRadios)
        return (
          <Radio.Group className="skz-choices" options={[...options]} value={value ?? null} onChange={text.onChange} />
        )
      return (
        <Select
          id={id ?? ''}
          allowClear
          value={(value as string | null) || null}
          onChange={(one) => onChange?.(one ?? '')}
          options={options.map((option) => ({ value: option, label: option }))}
        />
      )
    case 'multi':
      return (
        <Checkbox.Group
          className="skz-choices"
          options={[...options]}
          value={Array.isArray(value) ? value : []}
          onChange={(some) => onChange?.(some)}
        />
      )
  }
}
