import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant, formatNumber } from '../../kit/plain/format.ts'
import type { Judged } from './judge-record.ts'

type Outcome = Judged | { problem: 'unreadable' | 'tooLarge' } | 'checking'

/** Much more than any record: what is larger is not read. */
const maxBytes = 1024 * 1024

/** Verifies a record in the browser; what does so is loaded when it is needed. */
export function CheckRecord() {
  const { t, i18n } = useTranslation(['site'])
  const heading = useId()
  const [outcome, setOutcome] = useState<Outcome>()

  async function take(file: File | undefined) {
    if (!file) return
    if (file.size > maxBytes) return setOutcome({ problem: 'tooLarge' })
    setOutcome('checking')
    try {
      const [{ judgeRecord }, bytes] = await Promise.all([import('./judge-record.ts'), file.arrayBuffer()])
      setOutcome(await judgeRecord(new Uint8Array(bytes), i18n.language))
    } catch {
      setOutcome({ problem: 'unreadable' })
    }
  }

  return (
    <section className="panel" aria-labelledby={heading}>
      <h2 id={heading}>{t('site:chain.check')}</h2>
      <p>{t('site:chain.checkLead')}</p>
      <label
        className="drop"
        onDragOver={(e) => e.preventDefault()}
        onDrop={(e) => (e.preventDefault(), void take(e.dataTransfer.files[0]))}
      >
        <strong>{t('site:chain.choose')}</strong>
        <input
          type="file"
          className="file"
          accept=".json,application/json"
          onChange={(e) => (void take(e.target.files?.[0]), (e.target.value = ''))}
        />
      </label>
      <div aria-live="polite">{outcome && <Shown outcome={outcome} />}</div>
    </section>
  )
}

function Shown({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation(['site'])
  if (outcome === 'checking') return <p className="note">{t('site:chain.checking')}</p>
  if ('problem' in outcome)
    return (
      <p className="error" role="alert">
        {t(`site:chain.${outcome.problem}`)}
      </p>
    )
  if ('refusal' in outcome)
    return (
      <div className="result none">
        <h3>{t('site:chain.bad')}</h3>
        <p>{outcome.refusal}</p>
      </div>
    )
  const { chainId, height, blockHash, blockTime, transactionHash, checkpoint } = outcome
  return (
    <div className="result match certificate">
      <h3>{t('site:chain.good')}</h3>
      <p>{t('site:chain.goodText', { chainId, height: formatNumber(height, 0) })}</p>
      <p>
        <code className="skz-break">{blockHash}</code>
      </p>
      <dl>
        <div>
          <dt>{t('site:chain.time')}</dt>
          <dd>{formatInstant(blockTime)}</dd>
        </div>
        <div>
          <dt>{t('site:chain.origin')}</dt>
          <dd>{checkpoint.origin}</dd>
        </div>
        <div>
          <dt>{t('site:chain.size')}</dt>
          <dd>{formatNumber(checkpoint.size, 0)}</dd>
        </div>
        <div>
          <dt>{t('site:chain.hash')}</dt>
          <dd>
            <code>{transactionHash}</code>
          </dd>
        </div>
      </dl>
    </div>
  )
}
