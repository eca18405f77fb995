import { Form } from 'antd'
import { useTranslation } from 'react-i18next'
import type { TemplateContent } from '../../../contract/notarization/templates.ts'
import { Points } from '../../kit/page/Points.tsx'
import { QuestionFields } from '../QuestionFields.tsx'

/** A matter as its applicants meet it: the questions of the form, of the inquiry, what they declare, and what they are told. */
export function TemplatePreview({ content: { guide, questions, ...points } }: { content: TemplateContent }) {
  const { t } = useTranslation(['notarization'])
  return (
    <>
      {guide && (
        <section className="skz-section">
          <h3>{t('field.guide')}</h3>
          <p className="skz-long">{guide}</p>
        </section>
      )}
      <section className="skz-section">
        <h3>{t('field.questions')}</h3>
        {/* No form of the page: one may stand around it. */}
        <Form component={false} layout="vertical" disabled>
          <QuestionFields questions={questions} />
        </Form>
      </section>
      {(['declarations', 'notes', 'inquiry', 'rights'] as const).map((name) => (
        <Listed key={name} title={t(`field.${name}`)} list={points[name]} />
      ))}
    </>
  )
}

function Listed({ title, list }: { title: string; list: readonly string[] }) {
  const { t } = useTranslation(['notarization'])
  return (
    <section className="skz-section">
      <h3>{title}</h3>
      {list.length ? <Points list={list} /> : <p className="skz-muted">{t('matter.none')}</p>}
    </section>
  )
}
