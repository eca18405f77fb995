import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface Props {
  given: boolean
  error: string | undefined
  onChange(given: boolean): void
}

/** What the data are for, who gets them and for how long. Whoever changes these words gives them another version. */
export function CaseConsent({ given, error, onChange }: Props) {
  const { t } = useTranslation(['site'])
  const id = useId()
  return (
    <>
      <p id={`${id}d`} className="note lawyer-data">
        {t('site:lawyers.case.data')}
      </p>
      <label className="check">
        <input
          type="checkbox"
          required
          checked={given}
          aria-invalid={error ? true : undefined}
          aria-describedby={[`${id}d`, error && `${id}e`].filter(Boolean).join(' ')}
          onChange={(e) => onChange(e.target.checked)}
        />
        <span>
          {t('site:lawyers.case.consent')}
          <Link to="/privacy-one" target="_blank">
            {t('site:legal.privacy.title')}
          </Link>
        </span>
      </label>
      {error && (
        <p id={`${id}e`} className="error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
