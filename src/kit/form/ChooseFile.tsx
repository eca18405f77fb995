import { Alert, Button } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { useWrite } from '../resource/useCall.ts'

/** What is offered to choose from; the service judges by content. */
const offered = {
  picture: 'image/png,image/jpeg,image/webp',
  video: 'video/mp4,video/webm',
  captions: '.vtt,.srt,text/vtt,application/x-subrip',
} as const
export type Media = keyof typeof offered

interface Props {
  of?: Media
  scene: UploadScene
  id?: string | undefined
  /** Of which field, where several are on a page. */
  label?: string
  onSent(fileId: string): void
  /** Stands beside the button. */
  children?: ReactNode
}

/** Sends a file as soon as it is chosen, and tells why where it is refused. */
export function ChooseFile({ of = 'picture', scene, id, label, onSent, children }: Props) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const upload = useWrite(fileCalls.upload, { quiet: true, onDone: ({ fileId }) => onSent(fileId) })
  function choose(file: File | undefined) {
    if (file) upload.mutate({ body: { scene }, file })
    // The same file may be chosen again.
    if (input.current) input.current.value = ''
  }
  return (
    <>
      <div className="skz-row">
        <Button
          id={id}
          loading={upload.isPending}
          {...(label ? { 'aria-label': `${t(`media.choose.${of}`)}: ${label}` } : {})}
          onClick={() => input.current?.click()}
        >
          {t(`media.choose.${of}`)}
        </Button>
        {children}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        style={{ display: 'none' }}
        accept={offered[of]}
        onChange={(e) => choose(e.target.files?.[0])}
      />
      {upload.error && (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={upload.error.fields.map((f) => f.message).join(' ') || upload.error.message}
        />
      )}
    </>
  )
}
