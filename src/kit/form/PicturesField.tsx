import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { pathOf } from '../../../contract/kit/call.ts'
import { fileCalls, type UploadScene } from '../../../contract/platform/files.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { useByteLink } from '../resource/useByteLink.ts'

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
  const link = useByteLink()
  return (
    <div className="skz-picture">
      {value.length > 0 && (
        <ul className="skz-plain skz-pictures">
          {value.map((picture, i) => (
            <li key={picture}>
              <img src={link(pathOf(fileCalls.sent, { id: picture }))} alt={nameOf(i + 1)} />
              <Button
                size="small"
                aria-label={`${t('media.remove')}: ${nameOf(i + 1)}`}
                onClick={() => onChange?.(value.filter((v) => v !== picture))}
              >
                {t('media.remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {value.length < most && <ChooseFile scene={scene} id={id} onSent={(fileId) => onChange?.([...value, fileId])} />}
    </div>
  )
}
