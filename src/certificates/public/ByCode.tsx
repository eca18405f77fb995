import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { deliveryCalls } from '../../../contract/certificates/delivery.ts'
import { digitsOf } from '../../../contract/kit/typed/clean.ts'
import { ask, type SiteError } from '../../site/parts/api.ts'
import { CleanField } from '../../site/parts/fields/CleanField.tsx'

interface Props {
  initial?: string
  /** The number, where the page already tells which evidence it is about. */
  known?: string
}

/** Takes a package by number and extraction code, as its owner handed them over. */
export function ByCode({ initial = '', known }: Props) {
  const { t } = useTranslation(['site'])
  const [values, setValues] = useState({ ano: known ?? initial, code: '' })
  const [error, setError] = useState<string>()
  const [state, setState] = useState<'open' | 'busy' | 'taken'>('open')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const [ano, code] = [digitsOf(values.ano), digitsOf(values.code)]
    if (!/^\d{18}$/.test(ano)) return setError(t('site:query.numberWrong'))
    if (!/^\d{6}$/.test(code)) return setError(t('site:query.codeWrong'))
    setError(undefined)
    setState('busy')
    try {
      const { ticket } = await ask<typeof deliveryCalls.checkCode>(
        { method: 'GET', path: 'attestation/collect/download/checkCode/{ano}' },
        { params: { ano }, query: { code } },
      )
      if (ticket) window.location.assign(`/shimakaze/attestation/collect/download/${ano}?ticket=${ticket}`)
      else setError(t('site:query.codeRefused'))
      setState(ticket ? 'taken' : 'open')
    } catch (e) {
      setError((e as SiteError).message)
      setState('open')
    }
  }

  return (
    <form onSubmit={(e) => void submit(e)} noValidate>
      {known === undefined && <p>{t('site:query.codeLead')}</p>}
      {known === undefined && (
        <CleanField
          label={t('site:query.number')}
          value={values.ano}
          clean={digitsOf}
          inputMode="numeric"
          required
          onChange={(e) => setValues({ ...values, ano: e.target.value })}
        />
      )}
      <CleanField
        label={t('site:query.code')}
        value={values.code}
        clean={digitsOf}
        inputMode="numeric"
        autoComplete="off"
        required
        error={error}
        onChange={(e) => setValues({ ...values, code: e.target.value })}
      />
      <button type="submit" className="button primary" disabled={state === 'busy'}>
        {t('site:query.take')}
      </button>
      {state === 'taken' && <p role="status">{t('site:query.taken')}</p>}
    </form>
  )
}
