import { BellOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageCalls } from '../../../contract/messages/messages.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { seeNotices, useKeptNotices } from '../../kit/refusals/notices.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

const BellDrawer = lazyDialog(async () => (await import('./BellDrawer.tsx')).BellDrawer)

/** How much there is to read: messages of the platform, and what this page said in passing. */
export function Bell() {
  const { t } = useTranslation()
  const { bean } = useConsole()
  const { unseen } = useKeptNotices()
  const { data } = useRead(messageCalls.count, {}, { enabled: !bean.needsTotp })
  useLiveRefresh(messageCalls.count, 'messages')
  const [open, setOpen] = useState(false)
  const count = unseen + (data?.total ?? 0)
  const show = () => {
    seeNotices()
    setOpen(true)
  }
  return (
    <>
      <Badge count={count} size="small" offset={[-6, 6]}>
        <Button
          type="text"
          icon={<BellOutlined aria-hidden />}
          aria-label={count ? t('notices.unseen', { count }) : t('notices.title')}
          onClick={show}
        />
      </Badge>
      {open && (
        <Suspense fallback={null}>
          <BellDrawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
