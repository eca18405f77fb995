import { App } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { exceptionPath } from '../../../contract/kit/client-policy.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { keepNotice } from './notices.ts'
import { showLater } from './notifications.ts'

/** Tells people what happened, by the show types of specification §8. */
export function useNotices() {
  const { message } = App.useApp()
  const { t } = useTranslation()
  return useMemo(
    () => ({
      done(text: string) {
        keepNotice({ tone: 'done', text })
        void message.success(text)
      },
      warn(text: string) {
        keepNotice({ tone: 'warning', text })
        void message.warning(text)
      },
      refusal(error: unknown) {
        const e =
          error instanceof ApiError
            ? error
            : new ApiError({ message: t('requestError'), code: 'internal', showType: 2 })
        if (e.showType === 0) return
        // Where no form marks what is wrong, its own words say more than that something is.
        const said = [...new Set(e.fields.map((field) => field.message))].join('\n') || e.message
        keepNotice({ tone: e.showType === 1 ? 'warning' : 'failed', text: said, requestId: e.requestId })
        if (e.showType === 1) return void message.warning(said)
        if (e.showType === 9) return window.location.assign(exceptionPath(e))
        if (e.showType !== 4) return void message.error(said)
        // Whoever wants the id to copy finds it among the notices, where it stays.
        const text = e.requestId ? `${said}\n${t('requestId')} ${e.requestId}` : said
        showLater(
          ({ open }) => open({ type: 'error', description: e.code, message: text }),
          () => void message.error(text),
        )
      },
    }),
    [message, t],
  )
}
