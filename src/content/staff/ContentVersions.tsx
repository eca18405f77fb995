import { Button, Modal, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { contentCalls, type StaffContent } from '../../../contract/content/content.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useNotices } from '../../kit/refusals/useNotices.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { fieldWords } from '../../kit/resource/words.ts'
import { FieldSheet } from '../../kit/show/FieldSheet.tsx'
import { writtenFields } from './written-fields.ts'

const words = { words: 'content' } as const

/** Every version of a piece, what each changed, and a way back to it. */
export function ContentVersions({ row }: { row: StaffContent }) {
  const { t } = useTranslation(['content', 'common'])
  const notices = useNotices()
  const [looking, setLooking] = useState<number>()
  const params = { id: row.id }
  const { data, error, refetch } = useRead(contentCalls.versions, { params }, { staleTime: 0 })
  const restore = useWrite(contentCalls.restore, {
    refresh: ['siteContent'],
    onDone: () => (notices.done(t('versions.restored')), void refetch()),
  })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <p>{t('versions.lead')}</p>
      <ol className="skz-versions" reversed>
        {data.list.map(({ version, savedAt, shown, changes }, i) => (
          <li key={version}>
            <div className="skz-row">
              <strong>{t('versions.version', { version })}</strong>
              {i === 0 && <Tag>{t('versions.newest')}</Tag>}
              {shown && <Tag color="success">{t('versions.shown')}</Tag>}
              <span className="skz-muted">{t('versions.saved', { at: formatInstant(savedAt) })}</span>
            </div>
            <p className="skz-tags">
              {version === 1 ? t('versions.first') : t('versions.changes')}
              {changes.map((name) => (
                <Tag key={name}>{fieldWords(t, words, name)}</Tag>
              ))}
            </p>
            <div className="skz-row">
              <Button
                size="small"
                aria-label={`${t('versions.look')}: ${t('versions.version', { version })}`}
                onClick={() => setLooking(version)}
              >
                {t('versions.look')}
              </Button>
              {i > 0 && (
                <Popconfirm
                  title={t('versions.restoreConfirm', { version })}
                  okText={t('versions.restore')}
                  cancelText={t('common:cancel')}
                  onConfirm={() => restore.mutate({ params: { ...params, version } })}
                >
                  <Button size="small" aria-label={`${t('versions.restore')}: ${t('versions.version', { version })}`}>
                    {t('versions.restore')}
                  </Button>
                </Popconfirm>
              )}
            </div>
          </li>
        ))}
      </ol>
      {looking !== undefined && <VersionSheet id={row.id} version={looking} onClose={() => setLooking(undefined)} />}
    </>
  )
}

function VersionSheet({ id, version, onClose }: { id: string; version: number; onClose(): void }) {
  const { t } = useTranslation(['content'])
  const { data, error, refetch } = useRead(contentCalls.version, { params: { id, version } })
  return (
    <Modal open width={900} title={t('versions.version', { version })} footer={null} onCancel={onClose}>
      {error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data ? (
        <FieldSheet resource={writtenFields} row={{ id, ...data }} />
      ) : (
        <Loading />
      )}
    </Modal>
  )
}
