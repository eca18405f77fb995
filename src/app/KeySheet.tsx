import { Checkbox, Modal } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { singleKeys, useShortcuts } from '../kit/page/shortcuts.ts'

const named = (keys: string) =>
  keys
    .replace('$mod', /mac/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
    .replace('[Shift]+', '')
    .replaceAll('+', ' + ')
    .replace(/[a-z]$/, (k) => k.toUpperCase())

/** Which keys do what on this page, and the switch for those of one letter. */
export function KeySheet({ onClose }: { onClose(): void }) {
  const { t } = useTranslation()
  const shortcuts = useShortcuts()
  const [single, setSingle] = useState(singleKeys.on())
  const rows = ['arrows', 'space', 'enter'] as const
  return (
    <Modal open title={t('keys.title')} footer={null} onCancel={onClose}>
      <dl className="skz-keys">
        {shortcuts.map((s) => (
          <div key={s.keys}>
            <dt>
              <kbd>{named(s.keys)}</kbd>
            </dt>
            <dd>{t(`keys.${s.words}`)}</dd>
          </div>
        ))}
        {rows.map((row) => (
          <div key={row}>
            <dt>
              <kbd>{t(`keys.${row}Keys`)}</kbd>
            </dt>
            <dd>{t(`keys.${row}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox checked={single} onChange={(e) => (singleKeys.set(e.target.checked), setSingle(e.target.checked))}>
        {t('keys.single')}
      </Checkbox>
    </Modal>
  )
}
