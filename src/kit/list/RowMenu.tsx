import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../resource/resource.ts'

interface Props<Row> {
  row: Row
  name: string
  actions: readonly Action<Row>[]
  label(action: Action<Row>): string
  take(action: Action<Row>, rows: Row[]): Promise<unknown>
  /** Told when the menu opens and closes, and where it goes while it is open. Stays the same function. */
  onOpen?(isOpen: boolean): void
}

/** The actions that this row's state allows. The menu is made when it is asked for: most rows are only passed by. */
export function RowMenu<Row>({ row, name, actions, label, take, onOpen }: Props<Row>) {
  const { t } = useTranslation()
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open || !onOpen) return
    onOpen(true)
    return () => onOpen(false)
  }, [open, onOpen])
  const fit = actions.filter((a) => a.scope !== 'bulk' && a.allowed(row))
  if (!fit.length) return null
  const show = () => {
    setUsed(true)
    setOpen(true)
  }
  const button = (
    <Button
      ref={place}
      type="text"
      icon={<MoreOutlined aria-hidden />}
      aria-label={t('actionsOf', { name })}
      aria-haspopup="menu"
      aria-expanded={open}
      {...(used ? {} : { onClick: show })}
    />
  )
  if (!used) return button
  // The menu's item goes with the menu: whatever opens next gives the focus back to the button, which must not take the
  // rest of the key for its own and open the menu again.
  const choose = (action: Action<Row>, event: SyntheticEvent) => {
    event.preventDefault()
    place.current?.focus()
    void take(action, [row])
  }
  const change = (now: boolean) => {
    setOpen(now)
    // Whatever has the focus in the menu is hidden with it: the focus goes back before it is lost.
    if (!now && document.activeElement?.closest('[role=menu]')) place.current?.focus()
  }
  const items = fit.map((a) => ({
    key: a.name,
    label: label(a),
    danger: a.danger ?? false,
    onClick: ({ domEvent }: { domEvent: SyntheticEvent }) => choose(a, domEvent),
  }))
  return (
    <Dropdown menu={{ items }} trigger={['click']} autoFocus open={open} onOpenChange={change}>
      {button}
    </Dropdown>
  )
}
