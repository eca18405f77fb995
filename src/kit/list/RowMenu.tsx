import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Action } from '../resource.ts'

interface Props<Row> {
  row: Row
  name: string
  actions: readonly Action<Row>[]
  label(action: Action<Row>): string
  take(action: Action<Row>, rows: Row[]): Promise<unknown>
}

/** The actions that this row's state allows. */
export function RowMenu<Row>({ row, name, actions, label, take }: Props<Row>) {
  const { t } = useTranslation()
  const fit = actions.filter((a) => a.scope !== 'bulk' && a.allowed(row))
  if (!fit.length) return null
  const items = fit.map((a) => ({ key: a.name, label: label(a), danger: a.danger ?? false, onClick: () => void take(a, [row]) }))
  return (
    <Dropdown menu={{ items }} trigger={['click']} autoFocus>
      <Button type="text" icon={<MoreOutlined aria-hidden />} aria-label={t('actionsOf', { name })} />
    </Dropdown>
  )
}
