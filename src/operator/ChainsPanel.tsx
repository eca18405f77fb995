import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { anchorCalls, type OperatedChain } from '../../contract/trust/anchors.ts'
import { CopyText } from '../kit/CopyText.tsx'
import { formatInstant, formatNumber } from '../kit/format.ts'
import { Failed } from '../kit/Panels.tsx'
import { SmallTable } from '../kit/SmallTable.tsx'
import { useRead } from '../kit/useCall.ts'

/** How the chains stand, above the anchors. */
export function ChainsPanel() {
  const { t } = useTranslation(['operator'])
  const { data, error, refetch } = useRead(anchorCalls.chains, {}, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return null
  if (!data.list.length) return <p className="skz-note">{t('operator:chains.none')}</p>
  const amount = (n: number | null) => (n === null ? <span className="skz-none">-</span> : <span className="skz-number">{formatNumber(n, 0)}</span>)
  return (
    <SmallTable<OperatedChain>
      caption={t('operator:chains.title')}
      rows={data.list}
      keyOf={(c) => c.chainId}
      columns={[
        { key: 'name', title: t('operator:chains.name'), render: (c) => `${c.name} (${c.chainId})` },
        { key: 'state', title: t('operator:chains.state'), render: (c) => <ChainState chain={c} /> },
        { key: 'balance', title: t('operator:chains.balance'), end: true, render: (c) => <span className="skz-number">{c.balance ?? '-'}</span> },
        { key: 'account', title: t('operator:chains.account'), render: (c) => (c.address ? <CopyText text={c.address} shorten label={t('operator:chains.account')} /> : '-') },
        { key: 'height', title: t('operator:chains.height'), end: true, render: (c) => amount(c.height) },
        { key: 'confirmed', title: t('operator:chains.confirmed'), end: true, render: (c) => amount(c.confirmed) },
        { key: 'failed', title: t('operator:chains.failed'), end: true, render: (c) => amount(c.failed) },
      ]}
    />
  )
}

function ChainState({ chain: { active, trouble, troubleDetail, openSince, checkedAt } }: { chain: OperatedChain }) {
  const { t } = useTranslation(['operator'])
  if (!active) return <Tag>{t('operator:chains.retired')}</Tag>
  if (trouble) return <><span className="skz-long">{t(`operator:choice.reason.${trouble}`)}</span>{troubleDetail && <code className="skz-break">{troubleDetail}</code>}</>
  if (openSince) return <Tag color="processing">{t('operator:chains.open', { at: formatInstant(openSince) })}</Tag>
  return <Tag color={checkedAt ? 'success' : 'default'}>{t(checkedAt ? 'operator:chains.good' : 'operator:chains.never')}</Tag>
}
