import { useTranslation } from 'react-i18next'
import type { Field } from './document.ts'

interface Props {
  title: string
  fields: (Field & { note?: string })[]
  /** Fields of an answer: whether they are required says nothing there. */
  given?: boolean
}

export function FieldTable({ title, fields, given = false }: Props) {
  const { t } = useTranslation(['site'])
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={title}>
      <table className="fields">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('site:docs.name')}</th>
            <th scope="col">{t('site:docs.type')}</th>
            {!given && <th scope="col">{t('site:docs.note')}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map((f) => (
            <tr key={f.name}>
              <td>
                <code>{f.name}</code>
              </td>
              <td>
                <code>{f.type}</code>
              </td>
              {!given && <td>{[f.note, f.required && t('site:docs.required')].filter(Boolean).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
