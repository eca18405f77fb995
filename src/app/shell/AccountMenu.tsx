import { CheckOutlined, LogoutOutlined, SettingOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { type SwitchTarget, sessionCalls } from '../../../contract/accounts/session.ts'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead } from '../../kit/resource/useCall.ts'
import { setAccountOfTab } from '../account-of-tab.ts'

/** Leaves for the other account by a new page: nothing of this one can be left on it. */
function act({ accountId }: SwitchTarget) {
  setAccountOfTab(accountId)
  window.location.assign('/browse')
}

/** Who is signed in, the accounts they may act in, and the way out. */
export function AccountMenu() {
  const { t } = useTranslation(['console'])
  const { bean, signOut } = useConsole()
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const actsForSeveral = bean.accounts > 1
  const { data, isPending } = useRead(sessionCalls.switchList, {}, { enabled: open && actsForSeveral })
  const targets: MenuProps['items'] = (data?.list ?? []).map((target) => ({
    key: target.userId,
    icon: target.current ? <CheckOutlined /> : <span className="skz-no-icon" />,
    disabled: target.current,
    label: (
      <>
        {target.name} <small>{t(`account.role.${target.role}`)}</small>
      </>
    ),
    onClick: () => act(target),
  }))
  const items: MenuProps['items'] = [
    { key: 'who', disabled: true, label: `${bean.personName} · ${bean.phoneMasked}` },
    ...(targets.length
      ? [
          { key: 'switch', type: 'group' as const, label: t('account.switch'), children: targets },
          { type: 'divider' as const },
        ]
      : []),
    {
      key: 'settings',
      icon: <SettingOutlined />,
      label: t('account.settings'),
      onClick: () => void navigate('/accountSetting/basicSetting'),
    },
    { key: 'out', icon: <LogoutOutlined />, label: t('shell.signOut'), onClick: () => void signOut() },
  ]
  return (
    // Whole from the first: entries that came later would move what is being pressed, and take the focus from the menu.
    <Dropdown
      trigger={['click']}
      autoFocus
      open={open && !(actsForSeveral && isPending)}
      onOpenChange={setOpen}
      menu={{ items }}
    >
      <Button type="text" icon={<UserOutlined aria-hidden />}>
        {actsForSeveral ? bean.accountName : bean.personName}
      </Button>
    </Dropdown>
  )
}
