import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { ChooseFile, type Media } from './ChooseFile.tsx'

interface Shown {
  src: string
  label: string
  /** Words of a link to it. */
  look: string
}

/** What was sent, as whoever fills in the form looks at it. */
const looks: Record<Media, (shown: Shown) => ReactNode> = {
  picture: ({ src, label }) => <img src={src} alt={label} />,
  video: ({ src, label }) => (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- staff look at what they sent
    <video controls playsInline preload="metadata" src={src} aria-label={label} />
  ),
  captions: ({ src, label, look }) => (
    <a href={src} target="_blank" rel="noreferrer" aria-label={`${look}: ${label}`}>
      {look}
    </a>
  ),
}

export interface MediaProps {
  of: Media
  label: string
  scene: UploadScene
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** A picture, a film or captions that everybody may see: sent when it is chosen, shown when the form is saved. */
export function MediaField({ of, label, scene, id, value, onChange }: MediaProps) {
  const { t } = useTranslation()
  return (
    <div className="skz-picture">
      {value && looks[of]({ src: pathOf(fileCalls.shown, { id: value }), label, look: t('media.look') })}
      <ChooseFile of={of} scene={scene} id={id} label={label} onSent={(fileId) => onChange?.(fileId)}>
        {value && (
          <Button aria-label={`${t('media.remove')}: ${label}`} onClick={() => onChange?.(undefined)}>
            {t('media.remove')}
          </Button>
        )}
      </ChooseFile>
    </div>
  )
}
