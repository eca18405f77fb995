import type { FormInstance } from 'antd'

type FieldError = { name: never; errors: string[] }

/** Marks what a refusal names, and leads to the first of it whoever sent the form from further down. */
export function showFieldErrors(form: FormInstance, fields: FieldError[]) {
  form.setFields(fields)
  const [first] = fields
  // The message makes room for itself first.
  if (first) requestAnimationFrame(() => form.scrollToField(first.name, { focus: true, block: 'center' }))
}
