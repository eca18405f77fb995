import { Button, Form, type FormInstance, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import {
  type OfficeTemplateInfo,
  type TemplateContent,
  templateCalls,
} from '../../../contract/notarization/templates.ts'
import { useDraft } from '../../kit/drafts/draft.ts'
import { Card } from '../../kit/page/Card.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { linesOf } from '../../kit/plain/lines.ts'
import { paths } from '../paths.ts'
import { useNeeded } from '../useNeeded.ts'
import { type QuestionValues, TemplateQuestions } from './TemplateQuestions.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'

/** A matter that the office begins to attend to. */
export function AddTemplate() {
  const { t } = useTranslation(['notarization'])
  return (
    <Page title={t('resource.officeTemplates.add')} lead={t('resource.officeTemplates.lead')}>
      <TemplateForm template={undefined} />
    </Page>
  )
}

/** The next version of a matter. */
export function EditTemplate() {
  const { t } = useTranslation(['notarization'])
  const { id = '' } = useParams()
  const { data, error, refetch } = useRead(templateCalls.get, { params: { id } }, { staleTime: 0 })
  return (
    <Page title={t('resource.officeTemplates.edit')} lead={t('resource.officeTemplates.lead')}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <TemplateForm key={data.version} template={data} />
      ) : (
        <Loading rows={8} />
      )}
    </Page>
  )
}

interface Values {
  matterName?: string
  guide?: string | null
  questions?: QuestionValues[]
  inquiry?: string
  rights?: string
  declarations?: string
  notes?: string
}

const typedOf = ({ guide, questions, matterName, ...points }: TemplateContent): Values => ({
  matterName,
  guide,
  questions: questions.map(({ options, ...question }) => ({ ...question, options: options.join('\n') })),
  inquiry: points.inquiry.join('\n'),
  rights: points.rights.join('\n'),
  declarations: points.declarations.join('\n'),
  notes: points.notes.join('\n'),
})

/** What is sent, and what the preview shows meanwhile. */
const contentOf = ({ matterName = '', guide, questions = [], ...points }: Values): TemplateContent => ({
  matterName,
  guide: guide ?? null,
  questions: questions.map((question) => ({
    label: question.label ?? '',
    kind: question.kind ?? 'text',
    isRequired: question.isRequired ?? false,
    options: linesOf(question.options ?? ''),
  })),
  inquiry: linesOf(points.inquiry ?? ''),
  rights: linesOf(points.rights ?? ''),
  declarations: linesOf(points.declarations ?? ''),
  notes: linesOf(points.notes ?? ''),
})

function TemplateForm({ template }: { template: OfficeTemplateInfo | undefined }) {
  const { t } = useTranslation(['common', 'notarization'])
  const [form] = Form.useForm<Values>()
  const draft = useDraft<Values>(`template-${template ? `${template.id}-${template.version}` : 'new'}`)
  const usual = {
    inquiry: t('notarization:template.usualInquiry'),
    rights: t('notarization:template.usual'),
    declarations: t('notarization:template.usualDeclarations'),
  }
  const needed = useNeeded()
  const { save, isSaving } = useSaving(form, template, draft.drop)
  const typed = Form.useWatch([], form)
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      className="skz-form"
      initialValues={{ ...(template ? typedOf(template.content) : usual), ...draft.read() }}
      onValuesChange={(_, all) => draft.keep(all)}
      onFinish={save}
      scrollToFirstError={{ focus: true }}
    >
      <Card title={t('notarization:field.matterName')}>
        <Form.Item name="matterName" label={t('notarization:field.matterName')} rules={needed.text}>
          <Input maxLength={60} />
        </Form.Item>
        <Form.Item name="guide" label={t('notarization:field.guide')}>
          <Input.TextArea maxLength={1_000} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
        </Form.Item>
      </Card>
      <Card title={t('notarization:field.questions')}>
        <p className="skz-muted">{t('notarization:help.questions')}</p>
        <TemplateQuestions />
      </Card>
      <Card title={t('notarization:template.papers')}>
        <Form.Item
          name="declarations"
          label={t('notarization:field.declarations')}
          extra={t('notarization:help.declarations')}
        >
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 16 }} />
        </Form.Item>
        <Form.Item name="notes" label={t('notarization:field.notes')} extra={t('notarization:help.notes')}>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 16 }} />
        </Form.Item>
        <Form.Item name="inquiry" label={t('notarization:field.inquiry')} extra={t('notarization:help.inquiry')}>
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 16 }} />
        </Form.Item>
        <Form.Item
          name="rights"
          label={t('notarization:field.rights')}
          extra={t('notarization:help.rights')}
          rules={needed.text}
        >
          <Input.TextArea autoSize={{ minRows: 4, maxRows: 20 }} />
        </Form.Item>
      </Card>
      {typed && (
        <Card title={t('notarization:template.preview')}>
          <TemplatePreview content={contentOf(typed)} />
        </Card>
      )}
      <div className="skz-form-foot">
        <Button type="primary" size="large" htmlType="submit" loading={isSaving}>
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}

/** Entries that stand one a line are one field. */
const fieldOf = (path: string) =>
  path.replace(/^(rights|inquiry|declarations|notes|questions\.\d+\.options)\.\d+$/, '$1')

function useSaving(form: FormInstance<Values>, template: OfficeTemplateInfo | undefined, onSaved: () => void) {
  const { t } = useTranslation(['notarization'])
  const navigate = useNavigate()
  const notices = useNotices()
  const refuse = useRefusal(form)
  const onDone = (word: string) => () => {
    onSaved()
    notices.done(word)
    void navigate(paths.templates)
  }
  const about = { refresh: ['officeTemplates'], quiet: true }
  const add = useWrite(templateCalls.add, { ...about, onDone: onDone(t('action.addTemplate.done')) })
  const change = useWrite(templateCalls.change, { ...about, onDone: onDone(t('action.editTemplate.done')) })
  const onError = (error: unknown) => refuse(error, fieldErrors(error, undefined, fieldOf))
  function save(values: Values) {
    const body = contentOf(values)
    if (template)
      change.mutate({ params: { id: template.id }, body: { ...body, version: template.version } }, { onError })
    else add.mutate({ body }, { onError })
  }
  return { save, isSaving: add.isPending || change.isPending }
}
