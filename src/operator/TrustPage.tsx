import { Alert } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { gravityOf, type TrustAlarm, trustCalls, type TrustOverview } from '../../contract/operator/trust.ts'
import { formatInstant, formatNumber } from '../kit/format.ts'
import { Page } from '../kit/Page.tsx'
import { Failed, Loading } from '../kit/Panels.tsx'
import { SmallTable } from '../kit/SmallTable.tsx'
import { useRead } from '../kit/useCall.ts'
import { TrustKeys } from './TrustKeys.tsx'

/** Keys lie on the disk, and time passes: the page asks. */
const lookEvery = 10_000

/** What evidence rests on, and what of it needs somebody. */
export function TrustPage() {
  const { t } = useTranslation(['operator'])
  const { data, error, refetch } = useRead(trustCalls.overview, {}, { staleTime: 0 })
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refetch(), lookEvery)
    return () => clearInterval(timer)
  }, [refetch])
  return (
    <Page title={t('trust.title')} lead={t('trust.lead')}>
      {data ? <Overview overview={data} /> : error ? <Failed error={error} retry={() => void refetch()} /> : <Loading />}
    </Page>
  )
}

function Overview({ overview: { alarms, keys, list, clock, log } }: { overview: TrustOverview }) {
  const { t } = useTranslation(['operator'])
  return (
    <div className="skz-trust">
      <section aria-labelledby="trust-alarms">
        <h2 id="trust-alarms">{t('trust.alarms')}</h2>
        <div role="status" className="skz-alarms">{alarms.length ? alarms.map((a) => <Alarm key={`${a.alarm} ${a.about}`} alarm={a} />) : <Alert type="success" showIcon title={t('trust.well')} />}</div>
        <p className="skz-trust-links"><Link to="/operator/integrity">{t('trust.audits')}</Link><Link to="/operator/timestamps">{t('trust.authorities')}</Link><Link to="/operator/anchors">{t('trust.anchors')}</Link></p>
      </section>
      <TrustKeys keys={keys} list={list} />
      <section aria-labelledby="trust-clock">
        <h2 id="trust-clock">{t('trust.clock')}</h2>
        <p>{clock.proven ? t(clock.offsetMs === null ? 'trust.clockProven' : 'trust.clockOffset', { source: clock.source, offset: formatNumber(clock.offsetMs ?? 0, 1) }) : t('trust.clockUnproven')}</p>
      </section>
      <Log log={log} />
    </div>
  )
}

function Alarm({ alarm: { alarm, about, params, since } }: { alarm: TrustAlarm }) {
  const { t, i18n } = useTranslation(['operator'])
  const purpose = `operator:trust.purpose.${about}`
  const instant = typeof params['at'] === 'string' ? { at: formatInstant(params['at']) } : {}
  const named = { ...params, ...instant, purpose: i18n.exists(purpose) ? t(purpose as 'operator:trust.purpose.tsa') : about }
  return <Alert type={gravityOf[alarm]} showIcon title={t(`trust.alarm.${alarm}.title`)} description={<><p>{t(`trust.alarm.${alarm}.todo`, named)}</p><small>{t('trust.since', { at: formatInstant(since) })}</small></>} />
}

function Log({ log: { shards, waiting, oldest } }: { log: TrustOverview['log'] }) {
  const { t } = useTranslation(['operator'])
  const column = (key: 'name' | 'size' | 'checkpoint') => ({ key, title: t(`trust.column.${key}`) })
  return (
    <section aria-labelledby="trust-log">
      <h2 id="trust-log">{t('trust.log')}</h2>
      <p>{waiting ? t('trust.waiting', { count: waiting, seconds: formatNumber(oldest, 0) }) : t('trust.nothingWaits')}</p>
      {shards.length ? (
        <SmallTable
          caption={t('trust.log')} rows={shards} keyOf={(s) => s.name}
          columns={[
            { ...column('name'), render: (s) => <code className="skz-break">{s.origin}</code> },
            { ...column('size'), width: 130, end: true, render: (s) => formatNumber(s.size, 0) },
            { ...column('checkpoint'), width: 190, render: (s) => (s.checkpointAt ? <time dateTime={s.checkpointAt}>{formatInstant(s.checkpointAt)}</time> : t('trust.noCheckpoint')) },
          ]}
        />
      ) : <p>{t('trust.noShards')}</p>}
    </section>
  )
}
