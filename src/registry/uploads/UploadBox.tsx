import { DeleteOutlined, InboxOutlined, PauseOutlined, PlayCircleOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Progress, Upload } from 'antd'
import { useTranslation } from 'react-i18next'
import { uploadCalls } from '../../../contract/registry/uploads.ts'
import { durationParts, formatSize } from '../../kit/plain/format.ts'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import type { Tone } from '../../kit/resource/resource.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import type { UploadItem, UploadState, UploadQueue } from './upload-queue.ts'
import { EarlierUploads } from './EarlierUploads.tsx'

interface Props {
  queue: UploadQueue
  items: readonly UploadItem[]
  /** One file and no more. */
  single?: boolean
}

/** Takes files, sends them in order, and shows how far each one is. */
export function UploadBox({ queue, items, single = false }: Props) {
  const { t } = useTranslation(['registry'])
  const uploads = useRead(uploadCalls.list, {}, { staleTime: 0 })
  const gib = uploads.data ? Math.round(uploads.data.mostBytes / 1024 ** 3) : undefined
  const full = single && items.length > 0
  return (
    <>
      {!full && (
        <Upload.Dragger
          multiple={!single}
          showUploadList={false}
          aria-label={t('send.drop')}
          beforeUpload={(file, all) => {
            // Asked for every file of one choice: taken once.
            if (file === all[0]) queue.add(single ? [file] : all)
            return false
          }}
        >
          <p className="skz-drop-icon">
            <InboxOutlined aria-hidden />
          </p>
          <p>{t(single ? 'send.dropOne' : 'send.drop')}</p>
          <p className="skz-muted">
            {t('send.note')} {gib !== undefined && t('send.limit', { gib })}
          </p>
        </Upload.Dragger>
      )}
      {items.length > 0 && (
        <ul className="skz-cards skz-gap" aria-label={t('send.files')}>
          {items.map((item) => (
            <SentFile key={item.key} item={item} queue={queue} removed={() => void uploads.refetch()} />
          ))}
        </ul>
      )}
      <EarlierUploads
        uploads={uploads.data?.list ?? []}
        items={items}
        onTake={full ? undefined : (upload) => queue.take(upload)}
        refresh={() => void uploads.refetch()}
      />
    </>
  )
}

const tones: Record<UploadState, Tone> = {
  waiting: 'neutral',
  sending: 'active',
  paused: 'warning',
  checking: 'active',
  ready: 'good',
  failed: 'bad',
}

function SentFile({ item, queue, removed }: { item: UploadItem; queue: UploadQueue; removed(): void }) {
  const { t } = useTranslation(['registry'])
  const { file, name, size, state, key } = item
  const named = { name }
  return (
    <li className="skz-card">
      <div className="skz-card-head">
        <span className="skz-send-name">
          <strong className="skz-break">{name}</strong>
          <small className="skz-muted">{formatSize(size)}</small>
        </span>
        <span className="skz-actions">
          <span role="status">
            <StatusTag tone={tones[state]}>{t(file ? `send.state.${state}` : 'send.whole')}</StatusTag>
          </span>
          {state === 'sending' && (
            <Button
              type="text"
              icon={<PauseOutlined aria-hidden />}
              aria-label={t('send.pause', named)}
              onClick={() => void queue.pause(key)}
            />
          )}
          {state === 'paused' && (
            <Button
              type="text"
              icon={<PlayCircleOutlined aria-hidden />}
              aria-label={t('send.resume', named)}
              onClick={() => queue.resume(key)}
            />
          )}
          {state === 'failed' && (
            <Button
              type="text"
              icon={<ReloadOutlined aria-hidden />}
              aria-label={t('send.again', named)}
              onClick={() => void queue.again(key)}
            />
          )}
          <Button
            type="text"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('send.remove', named)}
            onClick={() => void queue.remove(key).then(removed)}
          />
        </span>
      </div>
      {state !== 'ready' && state !== 'failed' && (
        <Progress
          percent={Math.floor((item.sent / size) * 100)}
          status={state === 'paused' ? 'exception' : 'active'}
          aria-label={t('send.progress', named)}
        />
      )}
      <HowFar item={item} />
      {item.problem && (
        <p className="skz-send-problem" role="alert">
          {'key' in item.problem ? t(`send.problem.${item.problem.key}`) : item.problem.message}
        </p>
      )}
    </li>
  )
}

/** Speed and time left while it goes; both digests once both sides have the same. */
function HowFar({ item: { file, size, state, sent, speed, hashed, digests } }: { item: UploadItem }) {
  const { t } = useTranslation(['registry', 'evidence'])
  if (state === 'ready' && digests)
    return (
      <p className="skz-muted skz-break skz-send-far">
        <small>
          {t(file ? 'registry:send.same' : 'registry:send.notHere')} SHA-256 {digests.sha256}
        </small>
      </p>
    )
  if (state !== 'sending') return null
  const left = speed ? Math.ceil((size - sent) / speed) : undefined
  const parts =
    left === undefined
      ? []
      : durationParts(left)
          .slice(0, 2)
          .map((p) => t(`evidence:duration.${p.unit}`, { count: p.count }))
  return (
    <p className="skz-muted skz-send-far">
      <small>
        {formatSize(sent)} / {formatSize(size)}
        {speed !== undefined && ` · ${t('registry:send.speed', { speed: formatSize(speed) })}`}
        {parts.length > 0 && ` · ${t('registry:send.left', { time: parts.join(' ') })}`}
        {hashed < 1 && ` · ${t('registry:send.hashing', { percent: Math.floor(hashed * 100) })}`}
      </small>
    </p>
  )
}
