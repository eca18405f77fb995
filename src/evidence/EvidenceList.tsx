import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import { useConsole } from '../kit/console-context.ts'
import { Page } from '../kit/Page.tsx'
import type { Resource } from '../kit/resource.ts'
import { ResourceList } from '../kit/ResourceList.tsx'

/** Evidence of all kinds, or of one: the same page over another declaration. */
export function EvidenceList({ resource }: { resource: Resource<EvidenceRow> }) {
  const { t } = useTranslation(['evidence'])
  const { can } = useConsole()
  const add = can('captures.start') ? <Link to="/onlineForensics/web/add"><Button type="primary" icon={<PlusOutlined aria-hidden />}>{t('collect')}</Button></Link> : null
  return (
    <Page title={t(resource.name === 'evidence' ? 'title' : 'webTitle')} lead={t(resource.name === 'evidence' ? 'lead' : 'webLead')} actions={add}>
      <ResourceList resource={resource} whenEmpty={add} />
    </Page>
  )
}
