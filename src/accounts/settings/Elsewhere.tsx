import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { handOverCalls } from '../../../contract/accounts/hand-over.ts'
import { CopyText } from '../../kit/page/CopyText.tsx'
import { useWrite } from '../../kit/resource/useCall.ts'
import { QrCode } from '../../kit/plain/QrCode.tsx'

/** An address for another device or browser, with the time that is left of it. */
export function Elsewhere({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['common', 'accounts'])
  const [made, setMade] = useState<{ url: string; left: number }>()
  const make = useWrite(handOverCalls.bridge, { onDone: ({ url, ttl }) => setMade({ url, left: ttl }) })
  useEffect(() => {
    if (!made?.left) return
    const timer = setTimeout(() => setMade({ ...made, left: made.left - 1 }), 1_000)
    return () => clearTimeout(timer)
  }, [made])
  return (
    <Modal open title={t('accounts:settings.elsewhere.open')} footer={null} onCancel={onClose}>
      <p>{t('accounts:settings.elsewhere.lead')}</p>
      {made && made.left > 0 && (
        <>
          <QrCode text={made.url} label={t('accounts:settings.elsewhere.label')} />
          <p>
            <CopyText text={made.url} label={t('accounts:settings.elsewhere.link')} />
          </p>
          <p className="skz-lead">{t('accounts:settings.elsewhere.left', { seconds: made.left })}</p>
        </>
      )}
      {made && made.left === 0 && <p role="status">{t('accounts:settings.elsewhere.over')}</p>}
      {!(made && made.left > 0) && (
        <Button type="primary" loading={make.isPending} onClick={() => make.mutate({ body: {} })}>
          {t(made ? 'accounts:settings.elsewhere.again' : 'accounts:settings.elsewhere.make')}
        </Button>
      )}
    </Modal>
  )
}
