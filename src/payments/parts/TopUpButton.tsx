import { Button } from 'antd'
import { Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { rechargeBounds } from '../../../contract/payments/pay-orders.ts'
import { lazyDialog } from '../../kit/page/lazy-dialog.ts'

const TopUp = lazyDialog(async () => (await import('../TopUp.tsx')).TopUp)

/** Fen that are offered at first. */
const usual = 10_000

/** Opens the form to pay in; an address opens it too (`?topUp=<fen>`), with what is missing elsewhere. */
export function TopUpButton() {
  const { t } = useTranslation(['payments'])
  const [params, setParams] = useSearchParams()
  const asked = params.get('topUp')
  const wanted = Number(asked)
  const show = useCallback(
    (amount: number | undefined) =>
      setParams((old) => {
        const next = new URLSearchParams(old)
        if (amount) next.set('topUp', String(amount))
        else next.delete('topUp')
        return next
      }),
    [setParams],
  )
  const fits = Number.isSafeInteger(wanted) && wanted >= rechargeBounds.least && wanted <= rechargeBounds.most
  return (
    <>
      <Button type="primary" onClick={() => show(usual)}>
        {t('topUp.button')}
      </Button>
      {asked !== null && (
        <Suspense fallback={null}>
          <TopUp amount={fits ? wanted : usual} onClose={() => show(undefined)} />
        </Suspense>
      )}
    </>
  )
}
