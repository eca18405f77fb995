import { Button, Drawer, Grid } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Resource } from '../resource/resource.ts'
import { resourceWords } from '../resource/words.ts'
import { RecordFields } from './RecordFields.tsx'
import { useRecordForm } from './useRecordForm.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  /** The record to change; absent for a new one. */
  record?: Row
  onClose(): void
}

/** A declared resource's form beside its list. */
export function RecordForm<Row extends { id: string }>({ resource, record, onClose }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const wide = Grid.useBreakpoint().md ?? true
  const editing = useRecordForm(resource, record, onClose)
  return (
    <Drawer
      open
      title={resourceWords(t, resource, record ? 'edit' : 'add')}
      size={wide ? 480 : '100%'}
      onClose={onClose}
      mask={{ closable: true }}
      footer={
        <div className="skz-row">
          <Button type="primary" loading={editing.saving} onClick={() => editing.form.submit()}>
            {t('save')}
          </Button>
          <Button onClick={onClose}>{t('cancel')}</Button>
        </div>
      }
    >
      <RecordFields resource={resource} editing={editing} />
    </Drawer>
  )
}
