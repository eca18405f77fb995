import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { SessionPlatform } from '../../../contract/platform/session-platform.ts'

/** The edition of the terms that applies, as the page was told of it; undefined where none is published. */
export const editionOf = (platform: SessionPlatform | null): string | undefined => platform?.files[0]?.edition

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
          {t('site:consent.read')}
          <Link to="/service-agreement" target="_blank">
            {t('site:legal.agreement.title')}
          </Link>
          {t('site:consent.and')}
          <Link to="/privacy-one" target="_blank">
            {t('site:legal.privacy.title')}
          </Link>
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
