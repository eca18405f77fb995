import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { closingCalls } from '../../contract/data-rights/closing.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import { useWrite } from '../kit/resource/useCall.ts'
import { useNotices } from '../kit/refusals/useNotices.ts'

/** The one click that keeps an account. */
export function useTakeBack() {
  const { t } = useTranslation(['data-rights'])
  const { renewBean } = useConsole()
  const queries = useQueryClient()
  const notices = useNotices()
  return useWrite(closingCalls.takeBack, {
    onDone: () => (
      notices.done(t('data-rights:close.bar.kept')),
      void Promise.all([renewBean(), queries.invalidateQueries({ queryKey: ['call', closingCalls.state.path] })])
    ),
  })
}
