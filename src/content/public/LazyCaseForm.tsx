import { type ComponentType, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LawyerDetails } from '../../../contract/content/lawyers.ts'

interface Props {
  lawyer?: LawyerDetails
}

/** The form, which nobody can send without scripts: it comes after the page, whose readers mostly send none. */
export function LazyCaseForm(props: Props) {
  const { t } = useTranslation(['site'])
  const [Form, setForm] = useState<ComponentType<Props>>()
  const [isLost, setLost] = useState(false)
  useEffect(() => {
    import('./CaseForm.tsx').then(
      ({ CaseForm }) => setForm(() => CaseForm),
      () => setLost(true),
    )
  }, [])
  if (Form) return <Form {...props} />
  return (
    <>
      <noscript>
        <p>{t('site:lawyers.case.noScript')}</p>
      </noscript>
      {isLost ? (
        <p className="error" role="alert">
          {t('site:lawyers.case.lost')}
        </p>
      ) : (
        <p className="lawyer-form-space" aria-busy="true" />
      )}
    </>
  )
}
