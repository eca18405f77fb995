import { Button, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type OfficeTemplate, templateCalls, type TemplateVersion } from '../../../contract/notarization/templates.ts'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { SmallTable } from '../../kit/page/SmallTable.tsx'
import { formatInstant } from '../../kit/plain/format.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { TemplatePreview } from './TemplatePreview.tsx'

type Row = { row: OfficeTemplate }

/** What a matter says now. */
export function CurrentTemplate({ row }: Row) {
  return <VersionPreview id={row.id} version={row.version} />
}

function VersionPreview({ id, version }: { id: string; version: number }) {
  const { data, error, refetch } = useRead(templateCalls.version, { params: { id, version } })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  return data ? <TemplatePreview content={data} /> : <Loading rows={6} />
}

/** Every version, the newest first, each to be looked at: orders keep the one that they began with. */
export function TemplateVersions({ row }: Row) {
  const { t } = useTranslation(['notarization'])
  const { data, error, refetch } = useRead(templateCalls.get, { params: { id: row.id } }, { staleTime: 0 })
  const [seen, setSeen] = useState<number>()
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Loading rows={4} />
  return (
    <>
      <SmallTable<TemplateVersion>
        caption={t('template.versions')}
        rows={data.versions}
        keyOf={({ version }) => String(version)}
        columns={[
          {
            key: 'version',
            title: t('field.version'),
            render: ({ version, personName, at }) => (
              <>
                {t('template.version', { version })}{' '}
                {version === data.version && <Tag color="success">{t('template.current')}</Tag>}
                <div className="skz-muted">
                  {personName} · {formatInstant(at)}
                </div>
              </>
            ),
          },
          {
            key: 'see',
            title: <span className="skz-hidden">{t('template.preview')}</span>,
            width: 140,
            render: ({ version }) => (
              <Button
                aria-label={t('template.see', { version })}
                aria-pressed={seen === version}
                onClick={() => setSeen(version)}
              >
                {t('template.preview')}
              </Button>
            ),
          },
        ]}
      />
      {seen !== undefined && (
        <section className="skz-section" aria-label={t('template.version', { version: seen })}>
          <h2>{t('template.version', { version: seen })}</h2>
          <VersionPreview id={row.id} version={seen} />
        </section>
      )}
    </>
  )
}
