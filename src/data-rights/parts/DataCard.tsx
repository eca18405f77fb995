import { useTranslation } from 'react-i18next'
import { Card } from '../../kit/page/Card.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'

/** From the settings to what one may ask for about one's own data. */
export function DataCard() {
  const { t } = useTranslation(['data-rights'])
  return (
    <Card
      title={t('data-rights:page.title')}
      extra={
        <LinkButton to={paths.data} aria-label={`${t('data-rights:page.link')}: ${t('data-rights:page.title')}`}>
          {t('data-rights:page.link')}
        </LinkButton>
      }
    >
      <p className="skz-lead">{t('data-rights:page.card')}</p>
    </Card>
  )
}
