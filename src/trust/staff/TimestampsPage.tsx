import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ProviderState,
  type StampOverview,
  type StampProvider,
  type StampTrial,
  timestampCalls,
} from '../../../contract/operator/timestamps.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { Page } from '../../kit/page/Page.tsx'
import { Failed, Loading } from '../../kit/page/Panels.tsx'
import type { Tone } from '../../kit/resource/resource.ts'
import { StatusTag } from '../../kit/page/StatusTag.tsx'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'

const tones: Record<ProviderState, Tone> = { good: 'good', failing: 'warning', resting: 'bad', untried: 'neutral' }
/** What processes do to each other's breakers announces itself to nobody: the page asks. */
const lookEvery = 5_000

/** The independent authorities that stamp evidence: how they stand, and what waits for them. */
export function TimestampsPage() {
  const { t } = useTranslation(['operator'])
  const { data, error, refetch } = useRead(timestampCalls.overview, {}, { staleTime: 0, every: lookEvery })
  return (
    <Page title={t('timestamps.title')} lead={t('timestamps.lead')}>
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

function Overview({ overview: { providers, wanted, waiting, oldest, alarmed } }: { overview: StampOverview }) {
  const { t } = useTranslation(['operator'])
  if (!providers.length)
    return <Alert type="info" showIcon title={t('timestamps.none')} description={t('timestamps.howTo')} />
  return (
    <>
      {alarmed && <Alert type="error" showIcon title={t('timestamps.alarm')} description={t('timestamps.alarmHelp')} />}
      <p role="status">
        {waiting
          ? t('timestamps.waiting', { count: waiting, minutes: Math.ceil(oldest / 60) })
          : t('timestamps.nothingWaits')}{' '}
        {t('timestamps.wanted', { count: wanted })}
      </p>
      <ul className="skz-facts">
        {providers.map((p, i) => (
          <Provider key={p.id} provider={p} place={i + 1} />
        ))}
      </ul>
    </>
  )
}

function Provider({ provider: p, place }: { provider: StampProvider; place: number }) {
  const { t } = useTranslation(['operator', 'common'])
  const [trial, setTrial] = useState<StampTrial>()
  const { mutate, isPending } = useWrite(timestampCalls.trial, { onDone: setTrial })
  const lines: [string, string][] = [
    [t('timestamps.address'), p.url],
    [t('timestamps.lastGood'), p.lastGoodAt ? formatInstant(p.lastGoodAt) : t('timestamps.never')],
    [t('timestamps.today'), String(p.today)],
    [
      t('timestamps.median'),
      p.median === null ? t('timestamps.unknown') : t('timestamps.milliseconds', { count: p.median }),
    ],
    ...(p.lastError
      ? ([
          [t('timestamps.lastError'), t('common:noted', { text: p.lastError, note: formatInstant(p.lastErrorAt) })],
        ] as [string, string][])
      : []),
    ...(p.restsUntil ? ([[t('timestamps.restsUntil'), formatInstant(p.restsUntil)]] as [string, string][]) : []),
  ]
  return (
    <li className="skz-fact">
      <div className="skz-stamp-provider">
        <h2>
          {t('timestamps.place', { place })} {p.name}{' '}
          <StatusTag tone={tones[p.providerState]}>{t(`timestamps.state.${p.providerState}`)}</StatusTag>
        </h2>
        <dl>
          {lines.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Button
          loading={isPending}
          onClick={() => mutate({ params: { provider: p.id } })}
          aria-label={t('timestamps.tryNamed', { name: p.name })}
        >
          {t('timestamps.try')}
        </Button>
        <div aria-live="polite">{trial && <TrialResult trial={trial} />}</div>
      </div>
    </li>
  )
}

function TrialResult({ trial }: { trial: StampTrial }) {
  const { t } = useTranslation(['operator'])
  if (!trial.good) return <Alert type="error" showIcon title={t('timestamps.trialFailed')} description={trial.error} />
  return (
    <Alert
      type="success"
      showIcon
      title={t('timestamps.trialGood', { count: trial.milliseconds })}
      description={t('timestamps.trialTold', {
        authority: trial.authority,
        time: formatInstant(trial.time),
        serial: trial.serial,
      })}
    />
  )
}
