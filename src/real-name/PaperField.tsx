import { Form, type FormInstance } from 'antd'
import { useTranslation } from 'react-i18next'
import type { CardRead, LicenceRead, PhotoKind } from '../../contract/real-name/certify.ts'
import { PhotoSlot } from './PhotoSlot.tsx'
import { usePhoto } from './usePhoto.ts'

interface Props<V extends object> {
  form: FormInstance<V>
  name: keyof V & string
  kind: PhotoKind
  required?: boolean
  filled(read: CardRead & LicenceRead): Partial<V>
}

/** A picture of a form that is filled in by what a machine reads of it. */
export function PaperField<V extends object>({ form, name, kind, required = true, filled }: Props<V>) {
  const { t } = useTranslation(['common', 'real-name'])
  const photo = usePhoto(form, name, kind, filled)
  return (
    <Form.Item
      name={name as never}
      label={t(`real-name:photo.${kind}`)}
      rules={required ? [{ required: true, message: t('real-name:photo.need') }] : []}
    >
      <PhotoSlot kind={kind} sending={photo.sending} error={photo.error} onChoose={photo.send}>
        {photo.read && (
          <p role="status" className="skz-lead">
            {photo.read.problem ? t('real-name:ocr.problem', { problem: photo.read.problem }) : t('real-name:ocr.done')}
          </p>
        )}
      </PhotoSlot>
    </Form.Item>
  )
}
