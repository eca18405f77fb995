import type { FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import { fieldErrors } from '../../kit/refusals/field-errors.ts'
import { useRefusal } from '../../kit/refusals/useRefusal.ts'

/** `useRefusal` for a form with a code by SMS. What the call knows as `name` may be another field here. */
export function useRefuse<V extends object>(form: FormInstance<V>) {
  const tell = useRefusal(form)
  const { t } = useTranslation(['accounts'])
  return (error: unknown, nameField = 'name') => {
    // A code's id is no field that anybody fills in.
    const fields = fieldErrors(error, undefined, (path) =>
      path === 'codeId' ? 'code' : path === 'name' ? nameField : path,
    )
    tell(
      error,
      fields.map((f) =>
        String(f.name) === 'code' && !form.getFieldValue('codeId' as never)
          ? { ...f, errors: [t('accounts:code.first')] }
          : f,
      ),
    )
  }
}
