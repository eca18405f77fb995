import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { Client } from '../../../dataProvider/client.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { hideShown, showLater } from '../../kit/refusals/notifications.ts'
import type { useNotices } from '../../kit/refusals/useNotices.ts'

/** As many as may be on their way at once. */
const most = 20

/**
 * Refine tells its notification provider a refusal's message and nothing else, and how one is shown goes by its show type (specification §8): so
 * refusals are remembered by their message on their way to Refine.
 */
export function rememberRefusals(client: Client) {
  const refusals = new Map<string, ApiError>()
  const remembering: Client = {
    call: (call, request, signal) =>
      client.call(call, request, signal).catch((error: unknown) => {
        if (error instanceof ApiError) {
          refusals.delete(error.message)
          refusals.set(error.message, error)
          if (refusals.size > most) refusals.delete(refusals.keys().next().value!)
        }
        throw error
      }),
  }
  return { client: remembering, refusalOf: (message: string | undefined) => refusals.get(message ?? '') }
}

/** What Refine's hooks tell by themselves, told as everything else is. What can be undone for a while is shown by `@refinedev/antd`. */
export const notificationProvider = (
  notices: ReturnType<typeof useNotices>,
  refusalOf: ReturnType<typeof rememberRefusals>['refusalOf'],
): NotificationProvider => ({
  open(params: OpenNotificationParams) {
    const { type, message, description } = params
    if (type === 'progress') return showLater((provider) => provider.open(params))
    if (type === 'success') return notices.done(message)
    notices.refusal(refusalOf(description) ?? new ApiError({ message: description ?? message, code: 'internal' }))
  },
  close: hideShown,
})
