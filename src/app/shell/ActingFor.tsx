import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useConsole } from '../../kit/resource/console-context.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'

const ClosingBar = lazyPart(async () => (await import('../../data-rights/parts/ClosingBar.tsx')).ClosingBar)

/** Says, for as long as it is so, that what is done here is done for somebody else, and that little can be done. */
export function ActingFor() {
  const { t } = useTranslation(['console'])
  const { bean } = useConsole()
  return (
    <>
      {bean.role === 'sub' && (
        <div className="skz-acting" role="note">
          {t('account.actingFor', { person: bean.personName, account: bean.accountName })}
        </div>
      )}
      {bean.accountDisabled && (
        <div className="skz-acting" role="note">
          {t('account.disabled')}
        </div>
      )}
      {bean.closingAt && (
        <Suspense fallback={null}>
          <ClosingBar at={bean.closingAt} />
        </Suspense>
      )}
    </>
  )
}
