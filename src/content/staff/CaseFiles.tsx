import { useTranslation } from 'react-i18next'
import type { CaseForm } from '../../../contract/content/case-forms.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'

/** What came with a form; each opens in a window of its own, and the record says so. */
export function CaseFiles({ row }: { row: CaseForm }) {
  const { t } = useTranslation(['content'])
  const linkTo = useByteLink()
  if (!row.files.length) return <p className="skz-muted">{t('caseForm.noFiles')}</p>
  return (
    <ul>
      {row.files.map(({ id, url }, i) => (
        <li key={id}>
          <a href={linkTo(url)} target="_blank" rel="noreferrer noopener">
            {t('caseForm.file', { n: i + 1 })}
          </a>
        </li>
      ))}
    </ul>
  )
}
