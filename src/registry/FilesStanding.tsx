import { useTranslation } from 'react-i18next'
import { mostFilesAtOnce } from '../../contract/registry/deposits.ts'
import { allFilesReady } from './deposit-body.ts'
import type { UploadItem } from './uploads/upload-queue.ts'

/** Whether files can be deposited as they stand, and if not why; a button that is off points to it. */
export function FilesStanding({ id, items }: { id: string; items: readonly UploadItem[] }) {
  const { t } = useTranslation(['registry'])
  return (
    <p className="skz-muted" role="status" id={id}>
      {items.length > mostFilesAtOnce
        ? t('add.tooMany', { max: mostFilesAtOnce })
        : allFilesReady(items)
          ? t('add.ready', { count: items.length })
          : t('add.notReady')}
    </p>
  )
}
