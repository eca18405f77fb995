import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { type Message, messageCalls } from '../../contract/messages/messages.ts'
import { useWrite } from '../kit/resource/useCall.ts'

/** Leads to what a message is about; whoever goes there has read it. */
export function ToPlace({ row, onClose }: { row: Message; onClose(): void }) {
  const navigate = useNavigate()
  const { mutate } = useWrite(messageCalls.read, { refresh: ['messages'], quiet: true })
  useEffect(() => {
    onClose()
    if (!row.isRead) mutate({ body: { ids: [row.id] } })
    if (row.link) void navigate(row.link)
  }, [row, onClose, navigate, mutate])
  return null
}
