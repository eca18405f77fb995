import { Button, Checkbox, Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { type ListLayout, type ListView, listViewCalls } from '../../../../contract/platform/list-views.ts'
import { fieldErrors } from '../../refusals/field-errors.ts'
import { useWrite } from '../../resource/useCall.ts'
import { useNotices } from '../../refusals/useNotices.ts'
import { FormDialog } from '../../form/FormDialog.tsx'

interface Props {
  resource: string
  query: string
  layout: ListLayout
  /** The view to change; absent for a new one. */
  view?: ListView
  onClose(): void
  /** With its id, or with none once it is gone. */
  onSaved(id: string | undefined): void
}

/** Keeps the list as it stands under a name. */
export function ViewForm({ resource, query, layout, view, onClose, onSaved }: Props) {
  const { t } = useTranslation()
  const [form] = Form.useForm<{ name: string; shared: boolean }>()
  const notices = useNotices()
  const saved = (id: string | undefined, text: string) => (notices.done(text), onSaved(id), onClose())
  const create = useWrite(listViewCalls.create, { quiet: true, onDone: (r) => saved(r.id, t('views.kept')) })
  const update = useWrite(listViewCalls.update, { quiet: true, onDone: () => saved(view!.id, t('views.kept')) })
  const remove = useWrite(listViewCalls.remove, { onDone: () => saved(undefined, t('views.removed')) })
  const onError = (e: unknown) => form.setFields(fieldErrors(e, 'name'))
  return (
    <FormDialog
      form={form}
      title={t(view ? 'views.changeTitle' : 'views.keep')}
      isSending={create.isPending || update.isPending}
      onClose={onClose}
      footer={(buttons) => (
        <>
          {view && (
            <Button
              danger
              className="skz-left"
              loading={remove.isPending}
              onClick={() => remove.mutate({ params: { id: view.id } })}
            >
              {t('views.remove')}
            </Button>
          )}
          {buttons}
        </>
      )}
    >
      <p>{t('views.note')}</p>
      <Form
        form={form}
        layout="vertical"
        initialValues={{ name: view?.name ?? '', shared: view?.shared ?? false }}
        onFinish={(v) =>
          view
            ? update.mutate({ params: { id: view.id }, body: { ...v, query, layout } }, { onError })
            : create.mutate({ body: { ...v, resource, query, layout } }, { onError })
        }
      >
        <Form.Item
          name="name"
          label={t('views.name')}
          rules={[{ required: true, whitespace: true, message: t('required') }]}
        >
          <Input maxLength={40} autoFocus />
        </Form.Item>
        <Form.Item name="shared" valuePropName="checked">
          <Checkbox>{t('views.share')}</Checkbox>
        </Form.Item>
      </Form>
    </FormDialog>
  )
}
