import { BellOutlined } from '@ant-design/icons'
import { Badge, Button, Drawer } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../kit/format.ts'
import { type Notice, seeNotices, useKeptNotices } from '../kit/notices.ts'
import { Nothing } from '../kit/Panels.tsx'
import { RequestId } from '../kit/RequestId.tsx'
import { StatusTag } from '../kit/StatusTag.tsx'

const tones = { done: 'good', warning: 'warning', failed: 'bad' } as const

/** Where what one was told can be read again. */
export function Bell() {
  const { t } = useTranslation()
  const { notices, unseen } = useKeptNotices()
  const [open, setOpen] = useState(false)
  const show = () => {
    seeNotices()
    setOpen(true)
  }
  return (
    <>
      <Badge count={unseen} size="small" offset={[-6, 6]}>
        <Button type="text" icon={<BellOutlined aria-hidden />} aria-label={unseen ? t('notices.unseen', { count: unseen }) : t('notices.title')} onClick={show} />
      </Badge>
      <Drawer open={open} title={t('notices.title')} size={360} onClose={() => setOpen(false)}>
        {notices.length ? <ol className="skz-notices">{notices.map((n) => <Told key={n.id} notice={n} />)}</ol> : <Nothing text={t('notices.none')} />}
      </Drawer>
    </>
  )
}

function Told({ notice }: { notice: Notice }) {
  const { t } = useTranslation()
  return (
    <li>
      <p><StatusTag tone={tones[notice.tone]}>{t(`notices.tone.${notice.tone}`)}</StatusTag> <time dateTime={notice.at}>{formatInstant(notice.at)}</time></p>
      <p>{notice.text}</p>
      {notice.requestId && <p className="skz-lead"><RequestId id={notice.requestId} /></p>}
    </li>
  )
}
