import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { webCaptureCalls } from '../../../contract/captures/web.ts'
import { webCapturePaths } from '../../../contract/captures/web-paths.ts'
import type { EvidenceRow } from '../../../contract/evidence/evidence.ts'
import { formatInstant } from '../../kit/plain/format.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'

const between = 4_000
const underWay = (row: EvidenceRow) => ['queued', 'collecting', 'uploading'].includes(row.status)

/** The last ten captures of the account; asked for again while one of them is under way and somebody looks. */
export function RecentCaptures({ onGone }: { onGone(): void }) {
  const { t } = useTranslation(['site', 'certificates'])
  const [rows, setRows] = useState<EvidenceRow[]>()
  const [failed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => (timer = setTimeout(() => (document.hidden ? later() : setTurn((n) => n + 1)), between))
    ask<typeof webCaptureCalls.list>(
      { method: 'POST', path: webCapturePaths.list },
      { body: { pageSize: 10 } },
      { keepsSession: true },
    ).then(
      ({ list }) => {
        if (gone) return
        setRows(list)
        setFailed(false)
        if (list.some(underWay)) later()
      },
      ({ code }: SiteError) => {
        if (gone) return
        if (code === 'session-gone') onGone()
        else setFailed(true)
      },
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [turn, onGone])
  return (
    <section>
      <h2 className="after">{t('certificates:phone.web.recent')}</h2>
      {failed && (
        <p className="error" role="alert">
          {t('certificates:phone.web.failedList')}{' '}
          <button type="button" className="link" onClick={() => setTurn(turn + 1)}>
            {t('certificates:phone.web.again')}
          </button>
        </p>
      )}
      {!rows && !failed && <p aria-busy="true">{t('site:loading')}</p>}
      {rows?.length === 0 && <p className="note">{t('certificates:phone.web.none')}</p>}
      <ul className="matches">
        {rows?.map((row) => (
          <li key={row.id}>
            <strong className="skz-break">{row.name}</strong>
            {row.url && <span className="skz-break">{row.url}</span>}
            <span>{`${t(`certificates:phone.web.status.${row.status}`)} · ${formatInstant(row.date)}`}</span>
            <a href={`/attestation/${row.ano}`} aria-label={`${t('certificates:phone.web.certificate')} ${row.name}`}>
              {t('certificates:phone.web.certificate')}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
