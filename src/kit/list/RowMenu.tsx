import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../resource.ts'

interface Props<Row> {
  row: Row
  name: string
  actions: readonly Action<Row>[]
  label(action: Action<Row>): string
  take(action: Action<Row>, rows: Row[]): Promise<unknown>
}

/** The actions that this row's state allows. The menu is made when it is asked for: most rows are only passed by. */
export function RowMenu<Row>({ row, name, actions, label, take }: Props<Row>) {
  const { t } = useTranslation()
  const [used, setUsed] = useState(false)
  const [open, setOpen] = useState(false)
  const fit = actions.filter((a) => a.scope !== 'bulk' && a.allowed(row))
  if (!fit.length) return null
  const show = () => {
    setUsed(true)
    setOpen(true)
  }
  const button = <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label={t('actionsOf', { name })} aria-haspopup="menu" aria-expanded={open} {...(used ? {} : { onClick: show })} />
  if (!used) return button
  const items = fit.map((a) => ({ key: a.name, label: label(a), danger: a.danger ?? false, onClick: () => void take(a, [row]) }))
  return <Dropdown menu={{ items }} trigger={['click']} autoFocus open={open} onOpenChange={setOpen}>{button}</Dropdown>
}
