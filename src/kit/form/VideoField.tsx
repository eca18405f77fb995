import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { ChoosePicture } from './ChoosePicture.tsx'

interface Props {
  label: string
  scene: UploadScene
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

/** A film that everybody may see: sent when it is chosen, shown when the form is saved. */
export function VideoField({ label, scene, id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className="skz-picture">
      {value && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- staff look at what they sent
        <video
          controls
          playsInline
          preload="metadata"
          src={pathOf(fileCalls.shown, { id: value })}
          aria-label={label}
        />
      )}
      <ChoosePicture of="video" scene={scene} id={id} label={label} onSent={(fileId) => onChange?.(fileId)}>
        {value && (
          <Button aria-label={`${t('video.remove')}: ${label}`} onClick={() => onChange?.(undefined)}>
            {t('video.remove')}
          </Button>
        )}
      </ChoosePicture>
    </div>
  )
}
