import { AuditOutlined, DownloadOutlined, ShareAltOutlined } from '@ant-design/icons'
import { type BaseRecord, useOne } from '@refinedev/core'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type EvidenceDetail, evidenceCalls } from '../../contract/evidence/evidence.ts'
import type { ApiError } from '../../dataProvider/errors.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { formatSize } from '../kit/plain/format.ts'
import { LinkButton } from '../kit/page/LinkButton.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading } from '../kit/page/Panels.tsx'
import { RowMenu } from '../kit/list/RowMenu.tsx'
import { TabStrip } from '../kit/page/TabStrip.tsx'
import { RecordTools } from '../kit/show/RecordTools.tsx'
import { useActions } from '../kit/list/useActions.tsx'
import { useNotices } from '../kit/refusals/useNotices.ts'
import { evidence as resource } from './evidence.resource.tsx'
import { ConfirmPreview } from './show/ConfirmPreview.tsx'
import { FeedbackNotice } from './show/FeedbackNotice.tsx'
import { OriginalNotice } from './show/OriginalNotice.tsx'
import { Standing } from './show/Standing.tsx'
import { useEvidenceTabs } from './show/useEvidenceTabs.tsx'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'

const PayDownload = lazyDialog(async () => (await import('./parts/PayDownload.tsx')).PayDownload)
const ShareDrawer = lazyDialog(async () => (await import('./show/ShareDrawer.tsx')).ShareDrawer)

/** One evidence, whole: what was fixed, how, by whom, and what proves it. */
export function EvidenceShow() {
  const { id = '' } = useParams()
  const { t } = useTranslation(['common', 'evidence'])
  const { query, result } = useOne<EvidenceDetail & BaseRecord, ApiError>({
    resource: resource.name,
    id,
    errorNotification: false,
    liveMode: 'auto',
  })
  if (query.isError && !result)
    return (
      <Page title={t('evidence:resource.evidence.one')}>
        <Failed error={query.error} retry={() => void query.refetch()} />
      </Page>
    )
  if (!result)
    return (
      <Page title={t('evidence:resource.evidence.one')}>
        <Loading rows={10} />
      </Page>
    )
  return <Shown evidence={result} />
}

function Shown({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['common', 'evidence', 'captures'])
  const { actions, take, form, label } = useActions(resource)
  const { can } = useConsole()
  const [sharing, setSharing] = useState(false)
  const collected = evidence.status === 'collected'
  const waits = evidence.status === 'to-confirm'
  const lacksOriginal = evidence.trust.some((f) => f.code === 'original' && f.status === 'pending')
  const discard = resource.actions.find((a) => a.name === 'discard')
  const tabs = useEvidenceTabs(evidence, lacksOriginal)
  const retry = actions.find((a) => a.name === 'retry' && a.allowed(evidence))
  return (
    <Page
      title={evidence.name}
      actions={
        <>
          <RecordTools />
          {collected && can('judicial.read') && (
            <LinkButton icon={<AuditOutlined aria-hidden />} to={`/appraisal-attestation/${evidence.ano}`}>
              {t('evidence:judicial')}
            </LinkButton>
          )}
          {collected && !lacksOriginal && can('evidence.share') && (
            <Button icon={<ShareAltOutlined aria-hidden />} onClick={() => setSharing(true)}>
              {t('evidence:share.open')}
            </Button>
          )}
          {collected && !lacksOriginal && can('evidence.download') && <Downloads evidence={evidence} />}
          <RowMenu row={evidence} name={evidence.name} actions={actions} label={label} take={take} />
        </>
      }
    >
      <Standing
        evidence={evidence}
        retry={retry && <Button onClick={() => void take(retry, [evidence])}>{label(retry)}</Button>}
      />
      {waits && discard && <ConfirmPreview evidence={evidence} discard={() => void take(discard, [evidence])} />}
      {collected && lacksOriginal && <OriginalNotice ano={evidence.ano} />}
      {collected && <FeedbackNotice ano={evidence.ano} />}
      <TabStrip items={tabs} label={t('evidence:resource.evidence.one')} />
      {form}
      {sharing && (
        <Suspense fallback={null}>
          <ShareDrawer ano={evidence.ano} onClose={() => setSharing(false)} />
        </Suspense>
      )}
    </Page>
  )
}

function Downloads({ evidence }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['evidence'])
  const { client } = useConsole()
  const notices = useNotices()
  const [paying, setPaying] = useState(false)
  async function fetchLink(kind: 'package' | 'certificate') {
    try {
      const link =
        kind === 'package'
          ? (await client.call(evidenceCalls.packageLink, { params: { ano: evidence.ano } })).link
          : (await client.call(evidenceCalls.pdf, { query: { no: evidence.ano } })).pdfUrl
      window.location.assign(link)
    } catch (error) {
      notices.refusal(error)
    }
  }
  return (
    <>
      <Button
        icon={<DownloadOutlined aria-hidden />}
        disabled={!evidence.certified}
        loading={!evidence.certified}
        onClick={() => void fetchLink('certificate')}
      >
        {t('evidence:certificate')}
      </Button>
      <Button
        type="primary"
        icon={<DownloadOutlined aria-hidden />}
        disabled={!evidence.certified}
        loading={!evidence.certified}
        onClick={() => setPaying(true)}
      >
        {evidence.packageSize
          ? t('evidence:packageSized', { size: formatSize(evidence.packageSize) })
          : t('evidence:package')}
      </Button>
      {paying && (
        <Suspense fallback={null}>
          <PayDownload
            anos={[evidence.ano]}
            onPaid={() => (setPaying(false), void fetchLink('package'))}
            onClose={() => setPaying(false)}
          />
        </Suspense>
      )}
    </>
  )
}
