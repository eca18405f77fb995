import { Button, Drawer, Grid } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlatformSettings, settingsOfPlatformCalls } from '../../../contract/platform/settings.ts'
import { RecordFields } from '../../kit/form/RecordFields.tsx'
import { useRecordForm } from '../../kit/form/useRecordForm.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { LinkButton } from '../../kit/page/LinkButton.tsx'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { useInvalidateResource } from '../../kit/resource/useInvalidateResource.ts'
import { WaitingChanges } from '../parts/WaitingChanges.tsx'
import { platformSettings } from './platform-settings.ts'
import './platform.css'

const BrandPreview = lazyPart(async () => (await import('./BrandPreview.tsx')).BrandPreview)

export function PlatformPage() {
  const { t } = useTranslation(['common', 'operator'])
  const { data, error, refetch } = useRead(settingsOfPlatformCalls.get, {}, { staleTime: 0 })
  const invalidate = useInvalidateResource()
  // Another account for transfers waits from now on.
  const onSaved = () => void Promise.all([refetch(), invalidate('approvals')])
  return (
    <Page
      title={t('operator:platform.title')}
      lead={t('operator:platform.lead')}
      actions={<LinkButton to="/config-upload">{t('operator:configFile.title')}</LinkButton>}
    >
      <WaitingChanges kind="transfer-account" />
      {data ? (
        <SettingsForm key={data.version} record={data} onSaved={onSaved} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function SettingsForm({ record, onSaved }: { record: PlatformSettings; onSaved(): void }) {
  const { t } = useTranslation(['common', 'operator'])
  const editing = useRecordForm(platformSettings, record, onSaved)
  // Beside the form where there is room; where there is none it would lie behind all of it.
  const isWide = Grid.useBreakpoint().xl
  const [isPreviewed, setPreviewed] = useState(false)
  const preview = (
    <Suspense fallback={null}>
      <BrandPreview values={editing.values} />
    </Suspense>
  )
  return (
    <div className="skz-form-beside">
      <div>
        <RecordFields resource={platformSettings} editing={editing} />
        <div className="skz-form-foot skz-form-foot-stays">
          <Button type="primary" loading={editing.saving} onClick={() => editing.form.submit()}>
            {t('save')}
          </Button>
          {!isWide && <Button onClick={() => setPreviewed(true)}>{t('operator:preview.title')}</Button>}
        </div>
      </div>
      {isWide && preview}
      <Drawer
        open={isPreviewed && !isWide}
        rootClassName="skz-preview-drawer"
        placement="bottom"
        size="85vh"
        title={t('operator:preview.title')}
        onClose={() => setPreviewed(false)}
      >
        {preview}
      </Drawer>
    </div>
  )
}
