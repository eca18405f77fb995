import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { plainName } from '../../../contract/registry/deposits.ts'
import { uploadCalls, type UploadRow } from '../../../contract/registry/uploads.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import type { UploadItem } from './upload-queue.ts'

/** What was sent before and nothing was made of: the same file goes on with it, or it is thrown away. */
export function UnfinishedUploads({
  uploads,
  items,
  refresh,
}: {
  uploads: UploadRow[]
  items: readonly UploadItem[]
  refresh(): void
}) {
  const { t } = useTranslation(['registry'])
  const remove = useWrite(uploadCalls.remove, { onDone: refresh })
  const here = (u: UploadRow) =>
    items.some((i) => i.fileId === u.fileId || (plainName(i.file.name) === u.fileName && i.file.size === u.fileSize))
  const left = uploads.filter((u) => !here(u))
  if (!left.length) return null
  return (
    <section className="skz-gap" aria-labelledby="unfinished">
      <h3 id="unfinished">{t('send.before')}</h3>
      <p className="skz-muted">{t('send.beforeNote')}</p>
      <ul className="skz-recent">
        {left.map((u) => (
          <li key={u.fileId}>
            <span className="skz-two-lines">
              <span>{u.fileName}</span>
              <small>
                {formatSize(u.received)} / {formatSize(u.fileSize)}
              </small>
            </span>
            <Button
              size="small"
              loading={remove.isPending && remove.asked?.params.id === u.fileId}
              aria-label={t('send.discardNamed', { name: u.fileName })}
              onClick={() => remove.mutate({ params: { id: u.fileId } })}
            >
              {t('send.discard')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
