import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { uploadCalls, type UploadRow } from '../../../contract/registry/uploads.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { useWrite } from '../../kit/resource/useCall.ts'
import type { UploadItem } from './upload-queue.ts'

/**
 * What was sent before and nothing was made of. What came whole is taken as it is; with half of one the same file goes on; either can be
 * thrown away.
 */
export function EarlierUploads({
  uploads,
  items,
  onTake,
  refresh,
}: {
  uploads: UploadRow[]
  items: readonly UploadItem[]
  /** Undefined where nothing more is taken. */
  onTake: ((upload: UploadRow) => void) | undefined
  refresh(): void
}) {
  const { t } = useTranslation(['registry'])
  const remove = useWrite(uploadCalls.remove, { onDone: refresh })
  const here = (u: UploadRow) =>
    items.some((i) => i.fileId === u.fileId || (i.file && i.name === u.fileName && i.size === u.fileSize))
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
                {u.state === 'receiving'
                  ? `${formatSize(u.received)} / ${formatSize(u.fileSize)}`
                  : `${formatSize(u.fileSize)} · ${t(u.state === 'ready' ? 'send.whole' : 'send.state.checking')}`}
              </small>
            </span>
            {u.state === 'ready' && onTake && (
              <Button
                size="small"
                type="primary"
                ghost
                aria-label={t('send.takeNamed', { name: u.fileName })}
                onClick={() => onTake(u)}
              >
                {t('send.take')}
              </Button>
            )}
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
