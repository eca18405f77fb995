import type { FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../kit/field-errors.ts'
import { useNotices } from '../../kit/useNotices.ts'

/** Tells what the service refused at the fields it names, else as a notice. What the call knows as `name` may be another field here. */
export function useRefuse<V extends object>(form: FormInstance<V>) {
  const notices = useNotices()
  const { t } = useTranslation(['accounts'])
  return (error: unknown, nameField = 'name') => {
    // A code's id is no field that anybody fills in.
    const fields = fieldErrors(error, undefined, (path) => (path === 'codeId' ? 'code' : path === 'name' ? nameField : path))
    form.setFields(fields.map((f) => (String(f.name) === 'code' && !form.getFieldValue('codeId' as never) ? { ...f, errors: [t('accounts:code.first')] } : f)) as never)
    if (!fields.length) notices.refusal(error)
  }
}
