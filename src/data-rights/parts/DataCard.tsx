import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Card } from '../../kit/page/Card.tsx'
import { paths } from '../paths.ts'

/** From the settings to what one may ask for about one's own data. */
export function DataCard() {
  const { t } = useTranslation(['data-rights'])
  return (
    <Card
      title={t('data-rights:page.title')}
      extra={
        <Link to={paths.data}>
          <Button aria-label={`${t('data-rights:page.link')}: ${t('data-rights:page.title')}`}>
            {t('data-rights:page.link')}
          </Button>
        </Link>
      }
    >
      <p className="skz-lead">{t('data-rights:page.card')}</p>
    </Card>
  )
}
