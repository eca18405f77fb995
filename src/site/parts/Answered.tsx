import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Asked } from './answers.ts'

interface Props<T> {
  asked: Asked<T>
  children: (data: T) => ReactNode
}

/** What was answered, or that it is awaited, or why there is nothing and a way to ask again. */
export function Answered<T>({ asked: { data, refused, isAwaited, again }, children }: Props<T>) {
  const { t } = useTranslation(['site', 'common'])
  if (refused)
    return (
      <div className="error" role="alert">
        <p>{refused.message}</p>
        <button type="button" className="button" onClick={again}>
          {t('common:retry')}
        </button>
      </div>
    )
  if (data === undefined) return <p aria-busy="true">{t('site:loading')}</p>
  return <div aria-busy={isAwaited || undefined}>{children(data)}</div>
}
