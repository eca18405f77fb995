import { useTranslation } from 'react-i18next'
import { Page } from '../kit/Page.tsx'
import { ResourceList } from '../kit/ResourceList.tsx'
import { feedback } from './feedback.resource.tsx'

export function FeedbackList() {
  const { t } = useTranslation(['console'])
  return <Page title={t('feedback.title')} lead={t('feedback.lead')}><ResourceList resource={feedback} /></Page>
}
