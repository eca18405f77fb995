import { useTranslation } from 'react-i18next'
import { Page } from '../kit/Page.tsx'
import { ResourceList } from '../kit/ResourceList.tsx'
import { outbox } from './outbox.resource.tsx'

export function OutboxList() {
  const { t } = useTranslation(['console'])
  return <Page title={t('outbox.title')} lead={t('outbox.lead')}><ResourceList resource={outbox} /></Page>
}
