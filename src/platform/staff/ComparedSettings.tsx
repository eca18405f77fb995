import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import type { SettingChange } from '../../../contract/platform/config-file.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import type { PlatformSettings } from '../../../contract/platform/settings.ts'
import { renderField } from '../../kit/page/cells.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { fieldWords } from '../../kit/resource/words.ts'
import type { PicturesInFile } from './pictures-in-file.ts'
import { platformSettings } from './platform-settings.ts'
import './platform.css'

interface Props {
  changes: readonly SettingChange[]
  pictures: PicturesInFile
  isSaving: boolean
  onSave(): void
  onLeave(): void
}

/** What a file would change, setting by setting, before anything is saved. */
export function ComparedSettings({ changes, pictures, isSaving, onSave, onLeave }: Props) {
  const { t } = useTranslation(['common', 'operator'])
  if (!changes.length) return <Alert type="success" showIcon role="status" title={t('operator:configFile.same')} />
  return (
    <>
      <p role="status">{t('operator:configFile.changes', { count: changes.length })}</p>
      <SmallTable
        caption={t('operator:configFile.compared')}
        rows={changes}
        keyOf={({ field }) => field}
        columns={[
          {
            key: 'field',
            title: t('form.field'),
            render: ({ field }) => fieldWords(t, platformSettings, field),
          },
          { key: 'now', title: t('operator:configFile.now'), render: (change) => <Now change={change} /> },
          {
            key: 'then',
            title: t('operator:configFile.then'),
            render: (change) => <Then change={change} pictures={pictures} />,
          },
        ]}
      />
      <div className="skz-form-foot">
        <Button type="primary" loading={isSaving} onClick={onSave}>
          {t('operator:configFile.save', { count: changes.length })}
        </Button>
        <Button onClick={onLeave}>{t('cancel')}</Button>
      </div>
    </>
  )
}

const Nothing = () => {
  const { t } = useTranslation(['operator'])
  return <span className="skz-muted">{t('configFile.nothing')}</span>
}

function Now({ change }: { change: SettingChange }) {
  if ('picture' in change)
    return change.picture.now ? (
      <Shown field={change.field} src={pathOf(fileCalls.shown, { id: change.picture.now })} />
    ) : (
      <Nothing />
    )
  return <Value field={change.field} value={change.now} />
}

function Then({ change, pictures }: { change: SettingChange; pictures: PicturesInFile }) {
  if ('picture' in change) {
    const src = change.picture.given ? pictures[change.field] : undefined
    return src ? <Shown field={change.field} src={src} /> : <Nothing />
  }
  return <Value field={change.field} value={change.given} />
}

function Shown({ field, src }: { field: string; src: string }) {
  const { t } = useTranslation(['operator'])
  return <img className="skz-compared-picture" src={src} alt={fieldWords(t, platformSettings, field)} />
}

function Value({ field, value }: { field: keyof PlatformSettings; value: unknown }) {
  const { t } = useTranslation(['common', 'operator'])
  if (value === null || value === '') return <Nothing />
  if (typeof value === 'boolean') return t(value ? 'export.yes' : 'export.no')
  return (
    <span className="skz-break">
      {renderField(t, platformSettings, field, { [field]: value } as unknown as PlatformSettings)}
    </span>
  )
}
