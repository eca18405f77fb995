import { Alert } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { gravityOf, type TrustAlarm, trustCalls, type TrustOverview } from '../../../contract/operator/trust.ts'
import { formatInstant, formatNumber } from '../../kit/plain/format.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { FactCards } from './FactCards.tsx'
import { TrustKeys } from './TrustKeys.tsx'

/** Keys lie on the disk, and time passes: the page asks. */
const lookEvery = 10_000

/** What evidence rests on, and what of it needs somebody. */
export function TrustPage() {
  const { t } = useTranslation(['operator'])
  const { data, error, refetch } = useRead(trustCalls.overview, {}, { staleTime: 0, every: lookEvery })
  return (
    <Page title={t('trust.title')} lead={t('trust.lead')}>
      {data ? (
        <Overview overview={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </Page>
  )
}

function Overview({ overview: { alarms, keys, list, clock, log } }: { overview: TrustOverview }) {
  const { t } = useTranslation(['operator'])
  return (
    <div className="skz-trust">
      <section aria-labelledby="trust-alarms">
        <h2 id="trust-alarms">{t('trust.alarms')}</h2>
        <div role="status" className="skz-alarms">
          {alarms.length ? (
            alarms.map((a) => <Alarm key={`${a.alarm} ${a.about}`} alarm={a} />)
          ) : (
            <Alert
              type={clock.proven ? 'success' : 'warning'}
              showIcon
              title={t('trust.noAlarms')}
              {...(clock.proven ? {} : { description: t('trust.clockUnproven') })}
            />
          )}
        </div>
        <p className="skz-trust-links">
          <Link to="/operator/integrity">{t('trust.audits')}</Link>
          <Link to="/operator/timestamps">{t('trust.authorities')}</Link>
          <Link to="/operator/anchors">{t('trust.anchors')}</Link>
        </p>
      </section>
      <TrustKeys keys={keys} list={list} />
      <section aria-labelledby="trust-clock">
        <h2 id="trust-clock">{t('trust.clock')}</h2>
        <p>
          {clock.proven
            ? t(clock.offsetMs === null ? 'trust.clockProven' : 'trust.clockOffset', {
                source: clock.source,
                offset: formatNumber(clock.offsetMs ?? 0, 1),
              })
            : t('trust.clockUnproven')}
        </p>
      </section>
      <Log log={log} />
    </div>
  )
}

function Alarm({ alarm: { alarm, about, params, since } }: { alarm: TrustAlarm }) {
  const { t, i18n } = useTranslation(['operator'])
  const purpose = `operator:trust.purpose.${about}`
  const instant = typeof params['at'] === 'string' ? { at: formatInstant(params['at']) } : {}
  const named = {
    ...params,
    ...instant,
    purpose: i18n.exists(purpose) ? t(purpose as 'operator:trust.purpose.tsa') : about,
  }
  return (
    <Alert
      type={gravityOf[alarm]}
      showIcon
      title={t(`trust.alarm.${alarm}.title`)}
      description={
        <>
          <p>{t(`trust.alarm.${alarm}.todo`, named)}</p>
          <small>{t('trust.since', { at: formatInstant(since) })}</small>
        </>
      }
    />
  )
}

function Log({ log: { shards, waiting, oldest } }: { log: TrustOverview['log'] }) {
  const { t } = useTranslation(['operator'])
  const cards = shards.map((s) => ({
    id: s.name,
    title: <span className="skz-break">{s.origin}</span>,
    facts: [
      [t('trust.column.size'), formatNumber(s.size, 0)],
      [t('trust.column.checkpoint'), s.checkpointAt ? formatInstant(s.checkpointAt) : t('trust.noCheckpoint')],
    ] as const,
  }))
  return (
    <section aria-labelledby="trust-log">
      <h2 id="trust-log">{t('trust.log')}</h2>
      <p>
        {waiting ? t('trust.waiting', { count: waiting, seconds: formatNumber(oldest, 0) }) : t('trust.nothingWaits')}
      </p>
      {shards.length ? <FactCards label={t('trust.log')} cards={cards} /> : <p>{t('trust.noShards')}</p>}
    </section>
  )
}
