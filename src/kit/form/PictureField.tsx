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

/** A picture that everybody may see: sent when it is chosen, shown when the form is saved. */
export function PictureField({ label, scene, id, value, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <div className="skz-picture">
      {value && <img src={pathOf(fileCalls.shown, { id: value })} alt={label} />}
      <ChoosePicture scene={scene} id={id} label={label} onSent={(fileId) => onChange?.(fileId)}>
        {value && (
          <Button aria-label={`${t('picture.remove')}: ${label}`} onClick={() => onChange?.(undefined)}>
            {t('picture.remove')}
          </Button>
        )}
      </ChoosePicture>
    </div>
  )
}
