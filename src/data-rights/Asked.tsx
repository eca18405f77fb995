import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Card } from '../kit/page/Card.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { useTakeBack } from './useTakeBack.ts'

/** What holds until the account is closed, and the way back. */
export function Asked({ closingAt }: { closingAt: string }) {
  const { t } = useTranslation(['data-rights'])
  const takeBack = useTakeBack()
  return (
    <Card title={t('data-rights:close.asked.title')}>
      <p>{t('data-rights:close.asked.lead', { at: formatInstant(closingAt) })}</p>
      <Button type="primary" loading={takeBack.isPending} onClick={() => takeBack.mutate({})}>
        {t('data-rights:close.bar.keep')}
      </Button>
    </Card>
  )
}
