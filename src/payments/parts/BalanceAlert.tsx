import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoney } from '../../../contract/kit/money.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'
import { useConsole } from '../../kit/resource/console-context.ts'

const ChooseAlert = lazyDialog(async () => (await import('./ChooseAlert.tsx')).ChooseAlert)

/** Below which balance its owner is told, and where to change that. */
export function BalanceAlert({ below }: { below: number | null }) {
  const { t } = useTranslation(['payments'])
  const { can } = useConsole()
  const [open, setOpen] = useState(false)
  return (
    <p className="skz-muted skz-alert-line">
      {below === null ? t('alert.never') : t('alert.at', { amount: formatMoney(below) })}{' '}
      {can('account.manage') && (
        <Button
          type="link"
          size="small"
          style={{ paddingInline: 0 }}
          onClick={() => setOpen(true)}
          aria-label={t('alert.changeOf')}
        >
          {t('alert.change')}
        </Button>
      )}
      {open && <ChooseAlert below={below} onClose={() => setOpen(false)} />}
    </p>
  )
}
