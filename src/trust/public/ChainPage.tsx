import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { chainCalls, ChainInfo, PublicAnchor } from '../../../contract/trust/chain.ts'
import { formatInstant, formatNumber } from '../../kit/plain/format.ts'
import { ask } from '../../site/parts/api.ts'
import { useChainClaim } from '../../site/parts/platform.ts'
import { SiteShell } from '../../site/parts/SiteShell.tsx'
import { CheckRecord } from './CheckRecord.tsx'

/** What chains hold of the log, and how anybody sees that it is so. */
export function ChainPage() {
  const { t } = useTranslation(['site'])
  const lead = t(`site:chain.lead.${useChainClaim()}`)
  return (
    <SiteShell title={t('site:chain.title')} description={lead}>
      <h1>{t('site:chain.title')}</h1>
      <p className="lead">{lead}</p>
      <Chains />
      <h2>{t('site:chain.proves')}</h2>
      {(t('site:chain.provesText', { returnObjects: true }) as string[]).map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>{t('site:chain.depends')}</p>
      <CheckRecord />
    </SiteShell>
  )
}

function Chains() {
  const { t } = useTranslation(['site'])
  const [info, setInfo] = useState<ChainInfo | 'failed'>()
  const load = () =>
    ask<typeof chainCalls.info>({ method: 'GET', path: 'chain/info' }, { query: {} }).then(setInfo, () =>
      setInfo('failed'),
    )
  useEffect(() => void load(), [])
  return (
    <div aria-live="polite">
      {!info && <p className="note">{t('site:loading')}</p>}
      {info === 'failed' && (
        <div className="result none" role="alert">
          <p>{t('site:chain.failed')}</p>
          <button type="button" className="button" onClick={() => (setInfo(undefined), void load())}>
            {t('site:chain.again')}
          </button>
        </div>
      )}
      {info && info !== 'failed' && info.nodes.map((node) => <Chain key={node.chainId} node={node} />)}
    </div>
  )
}

function Chain({
  node: { name, chainId, blockHeight, txCount, orphaned, active, latest },
}: {
  node: ChainInfo['nodes'][number]
}) {
  const { t } = useTranslation(['site'])
  return (
    <section className="certificate">
      <h2>
        {name} ({chainId})
      </h2>
      {!active && <p className="note">{t('site:chain.retired')}</p>}
      <dl>
        <div>
          <dt>{t('site:chain.height')}</dt>
          <dd>{blockHeight === null ? '-' : formatNumber(blockHeight, 0)}</dd>
        </div>
        <div>
          <dt>{t('site:chain.count')}</dt>
          <dd>{formatNumber(txCount, 0)}</dd>
        </div>
        {orphaned > 0 && (
          <div>
            <dt>{t('site:chain.orphaned')}</dt>
            <dd>{t('site:chain.orphanedText', { count: orphaned })}</dd>
          </div>
        )}
        <div>
          <dt>{t('site:chain.newest')}</dt>
          <dd>{latest ? t('site:chain.block', { height: formatNumber(latest.height, 0) }) : t('site:chain.notYet')}</dd>
        </div>
        {latest && <Held anchor={latest} />}
      </dl>
    </section>
  )
}

function Held({ anchor: { size, digest, hash, time, explorerUrl } }: { anchor: PublicAnchor }) {
  const { t } = useTranslation(['site'])
  return (
    <>
      <div>
        <dt>{t('site:chain.time')}</dt>
        <dd>{formatInstant(time)}</dd>
      </div>
      <div>
        <dt>{t('site:chain.size')}</dt>
        <dd>{formatNumber(size, 0)}</dd>
      </div>
      <div>
        <dt>{t('site:chain.digest')}</dt>
        <dd>
          <code>{digest}</code>
        </dd>
      </div>
      <div>
        <dt>{t('site:chain.hash')}</dt>
        <dd>
          <code>{hash}</code>
          <span className="buttons">
            {explorerUrl && (
              <a href={explorerUrl} target="_blank" rel="noreferrer noopener">
                {t('site:chain.explorer')}
              </a>
            )}
            <a href={`/shimakaze/chain/record/${hash}`} download>
              {t('site:chain.record')}
            </a>
          </span>
        </dd>
      </div>
    </>
  )
}
