import { Trans, useTranslation } from 'react-i18next'
import { Link } from 'react-router'

interface Props {
  given: boolean
  error?: string | undefined
  onChange(given: boolean): void
}

/** What whoever opens an account agrees to. */
export function Consent({ given, error, onChange }: Props) {
  const { t } = useTranslation(['site'])
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={given}
          aria-invalid={error ? true : undefined}
          onChange={(e) => onChange(e.target.checked)}
        />
        <span>
          <Trans
            t={t}
            i18nKey="site:registry.consent"
            components={[
              <Link key="a" to="/service-agreement" target="_blank" />,
              <Link key="p" to="/privacy-one" target="_blank" />,
            ]}
          />
        </span>
      </label>
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
