import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { PlatformSettings, SettingsBody, settingsOfPlatformCalls } from '../../../contract/platform/settings.ts'
import { RecordFields } from '../../kit/form/RecordFields.tsx'
import { useRecordForm } from '../../kit/form/useRecordForm.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { defineResource } from '../../kit/resource/resource.ts'
import { useRead } from '../../kit/resource/useCall.ts'

/** The one record of this page: what the platform shows of itself. */
const settings = defineResource<PlatformSettings>({
  name: 'operatorPlatform',
  words: 'operator',
  schema: PlatformSettings,
  title: 'nameZh',
  endpoints: { list: settingsOfPlatformCalls.get, update: settingsOfPlatformCalls.save },
  routes: { list: '/operator/platform' },
  access: 'platform.manage',
  fields: {
    nameZh: { kind: 'text', maxLength: 60 },
    nameEn: { kind: 'text', maxLength: 60 },
    fullName: { kind: 'text', maxLength: 100 },
    fullNameEn: { kind: 'text', maxLength: 100 },
    region: { kind: 'text', maxLength: 60 },
    regionEn: { kind: 'text', maxLength: 60 },
    listed: { kind: 'flag' },
    whiteBottomLogo: { kind: 'picture', help: true },
    blackBottomLogo: { kind: 'picture', help: true },
    label: { kind: 'picture', help: true },
    qrCode: { kind: 'picture', help: true },
    brandColour: { kind: 'colour', ground: 'light', help: true },
    brandColourDark: { kind: 'colour', ground: 'dark', help: true },
    consultationPhone: { kind: 'phone' },
    techSupportPhone: { kind: 'phone' },
    email: { kind: 'text', maxLength: 200 },
    officeTime: { kind: 'text', maxLength: 200 },
    officeTimeEn: { kind: 'text', maxLength: 200 },
    officePlace: { kind: 'text', maxLength: 200 },
    officePlaceEn: { kind: 'text', maxLength: 200 },
    helpHomePageUrl: { kind: 'url', maxLength: 500 },
    helpRegisterUrl: { kind: 'url', maxLength: 500 },
    helpLoginUrl: { kind: 'url', maxLength: 500 },
    explorerUrl: { kind: 'url', maxLength: 500 },
    transferPayee: { kind: 'text', maxLength: 100, help: true },
    transferBank: { kind: 'text', maxLength: 100 },
    transferAccount: { kind: 'text', maxLength: 40 },
    captureSharePersonal: { kind: 'number', help: true },
    captureShareEnterprise: { kind: 'number', help: true },
    queuedCaptures: { kind: 'number', help: true },
    storedGib: { kind: 'number', help: true },
    unfinishedGib: { kind: 'number', help: true },
  },
  columns: [],
  card: [],
  filters: {},
  defaultSort: '',
  actions: [],
  form: {
    schema: SettingsBody,
    rows: [
      ['nameZh', 'nameEn'],
      ['fullName', 'fullNameEn'],
      ['region', 'regionEn'],
      ['listed'],
      ['whiteBottomLogo', 'blackBottomLogo'],
      ['label', 'qrCode'],
      ['brandColour', 'brandColourDark'],
      ['consultationPhone', 'techSupportPhone'],
      ['email'],
      ['officeTime', 'officeTimeEn'],
      ['officePlace', 'officePlaceEn'],
      ['helpHomePageUrl', 'helpRegisterUrl'],
      ['helpLoginUrl', 'explorerUrl'],
      ['transferPayee'],
      ['transferBank', 'transferAccount'],
      ['captureSharePersonal', 'captureShareEnterprise'],
      ['queuedCaptures'],
      ['storedGib', 'unfinishedGib'],
    ],
    sections: {
      nameZh: 'names',
      whiteBottomLogo: 'pictures',
      brandColour: 'colours',
      consultationPhone: 'contacts',
      helpHomePageUrl: 'addresses',
      transferPayee: 'transfers',
      captureSharePersonal: 'limits',
    },
  },
})

export function PlatformPage() {
  const { t } = useTranslation(['common', 'operator'])
  const { data, error, refetch } = useRead(settingsOfPlatformCalls.get, {}, { staleTime: 0 })
  return (
    <Page title={t('operator:platform.title')} lead={t('operator:platform.lead')}>
      {data ? (
        <SettingsForm key={data.version} record={data} onSaved={() => void refetch()} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function SettingsForm({ record, onSaved }: { record: PlatformSettings; onSaved(): void }) {
  const { t } = useTranslation()
  const editing = useRecordForm(settings, record, onSaved)
  return (
    <>
      <RecordFields resource={settings} editing={editing} />
      <div className="skz-form-foot">
        <Button type="primary" loading={editing.saving} onClick={() => editing.form.submit()}>
          {t('save')}
        </Button>
      </div>
    </>
  )
}
