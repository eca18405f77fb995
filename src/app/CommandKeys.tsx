import { SearchOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useConsole } from '../kit/resource/console-context.ts'
import { addPath } from '../kit/form/form-paths.ts'
import { type Language, switchLanguage } from '../kit/plain/i18n.ts'
import { lazyDialog } from '../kit/page/lazy-dialog.ts'
import { useShortcut } from '../kit/page/shortcuts.ts'
import { setAppearance, useAppearance } from '../kit/plain/theme.ts'
import { resourceWords } from '../kit/resource/words.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { useMenu } from './shell/useMenu.ts'

const Palette = lazyDialog(async () => (await import('./Palette.tsx')).Palette)
const KeySheet = lazyDialog(async () => (await import('./KeySheet.tsx')).KeySheet)

/** The palette and the sheet of keys, opened from anywhere. */
export function CommandKeys({ wide }: { wide: boolean }) {
  const { t } = useTranslation(['common', 'console'])
  const [open, setOpen] = useState<'palette' | 'keys'>()
  useShortcut(
    '$mod+k',
    'palette',
    useCallback(() => setOpen('palette'), []),
  )
  useShortcut(
    '[Shift]+?',
    'help',
    useCallback(() => setOpen('keys'), []),
  )
  const entries = useEntries(() => setOpen('keys'))
  return (
    <>
      {wide ? (
        <Button icon={<SearchOutlined aria-hidden />} className="skz-find" onClick={() => setOpen('palette')}>
          {t('palette.open')}
        </Button>
      ) : (
        <Button
          type="text"
          icon={<SearchOutlined aria-hidden />}
          aria-label={t('palette.open')}
          onClick={() => setOpen('palette')}
        />
      )}
      <Suspense fallback={null}>
        {open === 'palette' && <Palette entries={entries} onClose={() => setOpen(undefined)} />}
        {open === 'keys' && <KeySheet onClose={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

function useEntries(showKeys: () => void): PaletteEntry[] {
  const { t, i18n } = useTranslation(['common', 'console'])
  const { can, resources, signOut } = useConsole()
  const navigate = useNavigate()
  const look = useAppearance()
  const menu = useMenu()
  const other: Language = i18n.language === 'en' ? 'zh-CN' : 'en'
  const action = (key: string, label: string, run: () => void): PaletteEntry => ({ key, kind: 'action', label, run })
  return [
    ...menu.map((m): PaletteEntry => ({
      key: m.path,
      kind: 'page',
      label: m.label,
      icon: m.icon,
      run: () => void navigate(m.path),
    })),
    ...resources.flatMap((r) =>
      r.create && can(r.create.right) && r.menu && r.name !== 'webCaptures'
        ? [action(`add.${r.name}`, resourceWords(t, r, 'add'), () => void navigate(addPath(r)))]
        : [],
    ),
    action('language', other === 'en' ? 'English' : '中文', () => void switchLanguage(other)),
    action('look', t(look === 'dark' ? 'console:shell.light' : 'console:shell.dark'), () =>
      setAppearance(look === 'dark' ? 'light' : 'dark'),
    ),
    action('keys', t('keys.title'), showKeys),
    action('out', t('console:shell.signOut'), () => void signOut()),
  ]
}
