import { Alert, Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls } from '../../../contract/platform/files.ts'
import { useWrite } from '../useCall.ts'

interface Props {
  label: string
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** A picture that everybody may see: sent when it is chosen, shown when the form is saved. */
export function PictureField({ label, id, value, onChange }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const upload = useWrite(fileCalls.upload, { quiet: true, onDone: ({ fileId }) => onChange?.(fileId) })
  function choose(file: File | undefined) {
    if (file) upload.mutate({ body: { scene: 'platform' }, file })
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div className="skz-picture">
      {value && <img src={pathOf(fileCalls.shown, { id: value })} alt={label} />}
      <div className="skz-row">
        <Button id={id} loading={upload.isPending} aria-label={`${t('picture.choose')}: ${label}`} onClick={() => input.current?.click()}>{t('picture.choose')}</Button>
        {value && <Button aria-label={`${t('picture.remove')}: ${label}`} onClick={() => onChange?.(undefined)}>{t('picture.remove')}</Button>}
      </div>
      <input ref={input} type="file" hidden style={{ display: 'none' }} accept="image/png,image/jpeg,image/webp" onChange={(e) => choose(e.target.files?.[0])} />
      {upload.error && <Alert type="error" showIcon role="alert" title={upload.error.fields.map((f) => f.message).join(' ') || upload.error.message} />}
    </div>
  )
}
