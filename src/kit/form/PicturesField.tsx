import { Alert, Button } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { useWrite } from '../useCall.ts'

interface Props {
  scene: UploadScene
  most: number
  nameOf(n: number): string
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}

/** Pictures that go along with what is sent; each leaves when it is chosen. */
export function PicturesField({ scene, most, nameOf, id, value = [], onChange }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const upload = useWrite(fileCalls.upload, { quiet: true, onDone: ({ fileId }) => onChange?.([...value, fileId]) })
  function choose(file: File | undefined) {
    if (file) upload.mutate({ body: { scene }, file })
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <div className="skz-picture">
      {value.length > 0 && (
        <ul className="skz-plain skz-pictures">
          {value.map((picture, i) => (
            <li key={picture}>
              <img src={pathOf(fileCalls.sent, { id: picture })} alt={nameOf(i + 1)} />
              <Button size="small" aria-label={`${t('picture.remove')}: ${nameOf(i + 1)}`} onClick={() => onChange?.(value.filter((v) => v !== picture))}>{t('picture.remove')}</Button>
            </li>
          ))}
        </ul>
      )}
      {value.length < most && <Button id={id} loading={upload.isPending} onClick={() => input.current?.click()}>{t('picture.choose')}</Button>}
      <input ref={input} type="file" hidden style={{ display: 'none' }} accept="image/png,image/jpeg,image/webp" onChange={(e) => choose(e.target.files?.[0])} />
      {upload.error && <Alert type="error" showIcon role="alert" title={upload.error.fields.map((f) => f.message).join(' ') || upload.error.message} />}
    </div>
  )
}
