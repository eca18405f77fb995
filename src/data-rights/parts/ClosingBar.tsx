import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../kit/plain/format.ts'
import { useTakeBack } from '../useTakeBack.ts'

/** On every page, for as long as the account is about to be closed. */
export function ClosingBar({ at }: { at: string }) {
  const { t } = useTranslation(['data-rights'])
  const takeBack = useTakeBack()
  return (
    <div className="skz-acting skz-closing" role="note">
      {t('data-rights:close.bar.text', { at: formatInstant(at) })}{' '}
      <Button size="small" loading={takeBack.isPending} onClick={() => takeBack.mutate({})}>
        {t('data-rights:close.bar.keep')}
      </Button>
    </div>
  )
}
