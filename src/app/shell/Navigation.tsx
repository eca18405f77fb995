import { Menu, type MenuProps } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMenuEntryHere, useMenuGroups } from './useMenu.ts'

/** The menu in its groups, with the entry of the page here lit. */
export function Navigation({ onPick }: { onPick?: () => void }) {
  const { t } = useTranslation(['console'])
  const here = useMenuEntryHere()
  const items = useMenuGroups().flatMap(({ group, label, items: entries }): NonNullable<MenuProps['items']> => {
    const children = entries.map(({ path, icon, label: name }) => ({
      key: path,
      icon,
      title: name,
      label: <Link to={path}>{name}</Link>,
    }))
    return group ? [{ key: group, type: 'group' as const, label, children }] : children
  })
  return (
    <nav aria-label={t('shell.menu')} className="skz-menu">
      <Menu
        mode="inline"
        items={items}
        selectedKeys={here ? [here] : []}
        {...(onPick ? { onClick: onPick } : {})}
        style={{ borderInlineEnd: 0 }}
      />
    </nav>
  )
}
