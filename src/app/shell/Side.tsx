import { MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Button, Layout } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Brand } from './Brand.tsx'
import { foldedKey } from '../forget-session.ts'
import { Navigation } from './Navigation.tsx'

/** The menu beside every page. It stays in view, and folds to its icons where the page needs the room. */
export function Side() {
  const { t } = useTranslation(['console'])
  const [folded, setFolded] = useState(() => localStorage.getItem(foldedKey) === 'yes')
  const fold = () => {
    localStorage.setItem(foldedKey, folded ? 'no' : 'yes')
    setFolded(!folded)
  }
  return (
    <Layout.Sider theme="light" width={200} collapsedWidth={64} collapsed={folded} className="skz-side">
      <Brand />
      <Navigation />
      <Button
        type="text"
        block
        className="skz-fold"
        icon={folded ? <MenuUnfoldOutlined aria-hidden /> : <MenuFoldOutlined aria-hidden />}
        aria-expanded={!folded}
        aria-label={t('shell.fold')}
        onClick={fold}
      />
    </Layout.Sider>
  )
}
