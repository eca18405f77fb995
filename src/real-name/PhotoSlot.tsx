import { Alert, Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiError } from '../../dataProvider/errors.ts'
import { pathOf } from '../../contract/kit/call.ts'
import { certifyCalls, type PhotoKind } from '../../contract/real-name/certify.ts'

interface Props {
  kind: PhotoKind
  id?: string
  value?: string | undefined
  sending: boolean
  error: ApiError | null
  onChoose(file: File): void
  /** Why a machine read nothing, or that it did. */
  children?: ReactNode
}

/** One picture of a paper: chosen or taken with the phone, sent at once, shown as it was sent. */
export function PhotoSlot({ kind, id, value, sending, error, onChoose, children }: Props) {
  const { t } = useTranslation(['real-name'])
  const input = useRef<HTMLInputElement>(null)
  const name = t(`real-name:photo.${kind}`)
  function choose(file: File | undefined) {
    if (file) onChoose(file)
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div className="skz-paper">
      {value ? (
        <img src={pathOf(certifyCalls.photo, { id: value })} alt={name} />
      ) : (
        <div className="skz-paper-empty">{t(`real-name:photoHelp.${kind}`)}</div>
      )}
      <Button
        {...(id ? { id } : {})}
        loading={sending}
        aria-label={`${t(value ? 'real-name:photo.again' : 'real-name:photo.choose')}: ${name}`}
        onClick={() => input.current?.click()}
      >
        {t(value ? 'real-name:photo.again' : 'real-name:photo.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        style={{ display: 'none' }}
        accept="image/png,image/jpeg,image/webp"
        onChange={(e) => choose(e.target.files?.[0])}
      />
      {error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={error.fields.map((f) => f.message).join(' ') || error.message}
        />
      )}
      {children}
    </div>
  )
}
