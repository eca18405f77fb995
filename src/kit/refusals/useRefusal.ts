import type { FormInstance } from 'antd'
import { fieldErrors } from './field-errors.ts'
import { showFieldErrors } from './show-field-errors.ts'
import { useNotices } from './useNotices.ts'

/** Tells what the service refused at the fields it names, else as a notice. */
export function useRefusal<V extends object>(form: FormInstance<V>) {
  const notices = useNotices()
  return (error: unknown, fields = fieldErrors(error)) => {
    showFieldErrors(form, fields)
    if (!fields.length) notices.refusal(error)
  }
}
