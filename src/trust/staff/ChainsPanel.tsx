import { Descriptions, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { anchorCalls, type OperatedChain } from '../../../contract/trust/anchors.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { formatInstant, formatNumber } from '../../kit/plain/format.ts'
import { Failed } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { WhyNot } from './WhyNot.tsx'

/** How the chains stand, above the anchors. */
export function ChainsPanel() {
  const { t } = useTranslation(['operator'])
  const { data, error, refetch } = useRead(anchorCalls.chains, {}, { staleTime: 0 })
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return null
  if (!data.list.length) return <p>{t('operator:chains.none')}</p>
  return data.list.map((chain) => <Chain key={chain.chainId} chain={chain} />)
}

function Chain({ chain }: { chain: OperatedChain }) {
  const { t } = useTranslation(['operator'])
  const { name, chainId, address, balance, height, confirmed, failed, orphaned } = chain
  const words = (key: 'state' | 'balance' | 'account' | 'height' | 'confirmed' | 'failed' | 'orphaned') =>
    t(`operator:chains.${key}`)
  return (
    <section aria-label={t('operator:chains.one', { name })} className="skz-chain">
      <Descriptions
        title={
          <h2>
            {name} ({chainId})
          </h2>
        }
        bordered
        size="small"
        column={{ xs: 1, md: 2 }}
        items={[
          { key: 'state', label: words('state'), span: 'filled', children: <ChainState chain={chain} /> },
          {
            key: 'account',
            label: words('account'),
            span: 'filled',
            children: address ? <CopyText text={address} label={words('account')} /> : '-',
          },
          { key: 'balance', label: words('balance'), children: balance ?? '-' },
          { key: 'height', label: words('height'), children: height === null ? '-' : formatNumber(height, 0) },
          { key: 'confirmed', label: words('confirmed'), children: formatNumber(confirmed, 0) },
          { key: 'failed', label: words('failed'), children: formatNumber(failed, 0) },
          ...(orphaned ? [{ key: 'orphaned', label: words('orphaned'), children: formatNumber(orphaned, 0) }] : []),
        ]}
      />
    </section>
  )
}

function ChainState({ chain: { active, trouble, troubleDetail, openSince, checkedAt } }: { chain: OperatedChain }) {
  const { t } = useTranslation(['operator'])
  if (!active) return <Tag>{t('operator:chains.retired')}</Tag>
  if (trouble)
    return (
      <>
        <WhyNot reason={trouble} />
        {troubleDetail && (
          <p>
            <code className="skz-break">{troubleDetail}</code>
          </p>
        )}
      </>
    )
  if (openSince) return t('operator:chains.open', { at: formatInstant(openSince) })
  return (
    <Tag color={checkedAt ? 'success' : 'default'}>
      {t(checkedAt ? 'operator:chains.good' : 'operator:chains.never')}
    </Tag>
  )
}
