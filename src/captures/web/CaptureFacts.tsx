import { Descriptions } from 'antd'
import { useTranslation } from 'react-i18next'
import type { EvidenceDetail } from '../../../contract/evidence/evidence.ts'
import { SmallTable } from '../../kit/page/SmallTable.tsx'

interface Facts {
  finalUrl?: string
  title?: string
  httpStatus?: number
  remoteAddress?: string | null
  tls?: { subject?: string; issuer?: string; protocol?: string; validTo?: string } | null
  browser?: { name?: string; version?: string }
  isolation?: string[]
  redirects?: { url: string; status?: number }[]
  stats?: { requests?: number; failed?: number; bytes?: number }
  failures?: { url: string; type: string; status: number | null; fault: string }[]
}

/** How the page was reached: the chain of redirects, the server that answered, its certificate, the browser. */
export function CaptureFacts({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence', 'captures'])
  const c = (evidence.capture ?? {}) as Facts
  const items = [
    { label: t('capture.title'), children: c.title || '-' },
    { label: t('capture.httpStatus'), children: c.httpStatus ?? '-' },
    {
      label: t('capture.finalUrl'),
      span: 'filled' as const,
      children: <span className="skz-break">{c.finalUrl ?? '-'}</span>,
    },
    { label: t('capture.remoteAddress'), children: c.remoteAddress ?? '-' },
    {
      label: t('capture.tls'),
      children: c.tls ? `${c.tls.subject ?? ''} (${c.tls.issuer ?? ''}, ${c.tls.protocol ?? ''})` : t('capture.noTls'),
    },
    { label: t('capture.browser'), children: `${c.browser?.name ?? ''} ${c.browser?.version ?? ''}` },
    {
      label: t('capture.isolation'),
      children: c.isolation?.length
        ? c.isolation.map((layer) => t(`captures:layer.${layer}` as never, { defaultValue: layer })).join(t('and'))
        : '-',
    },
    {
      label: t('capture.requests'),
      children: t('capture.requestCount', { count: c.stats?.requests ?? 0, failed: c.stats?.failed ?? 0 }),
    },
    {
      label: t('capture.view'),
      children: t(`capture.device.${(evidence.request['device'] as string) === 'mobile' ? 'mobile' : 'desktop'}`),
    },
  ]
  return (
    <>
      <Descriptions bordered size="small" column={{ xs: 1, md: 2 }} items={items} />
      {c.redirects && c.redirects.length > 0 && (
        <section className="skz-section">
          <h2>{t('capture.redirects')}</h2>
          <ol className="skz-redirects">
            {c.redirects.map((r, i) => (
              <li key={i}>
                <code>{r.status ?? ''}</code> <span className="skz-break">{r.url}</span>
              </li>
            ))}
          </ol>
        </section>
      )}
      {c.failures && c.failures.length > 0 && (
        <section className="skz-section">
          <h2>{t('capture.failures')}</h2>
          <p>{t('capture.failuresNote')}</p>
          <SmallTable
            caption={t('capture.failures')}
            rows={c.failures.map((failure, number) => ({ ...failure, number }))}
            keyOf={(f) => String(f.number)}
            columns={[
              {
                key: 'type',
                title: t('capture.requestType'),
                width: 110,
                render: (f) => t(`captures:requestType.${f.type}` as never, { defaultValue: f.type }),
              },
              { key: 'url', title: t('capture.requestUrl'), render: (f) => <span className="skz-break">{f.url}</span> },
              {
                key: 'fault',
                title: t('capture.fault'),
                width: 260,
                render: (f) => t(`captures:fault.${f.fault}` as never, { status: f.status, defaultValue: f.fault }),
              },
            ]}
          />
        </section>
      )}
    </>
  )
}
