import { exportCalls } from '../../contract/platform/exports.ts'
import { recordAct } from '../kit/audit.ts'
import { implement } from '../kit/implement.ts'
import type { Services } from '../kit/services.ts'

export const exportRoutes = (services: Services) =>
  implement(exportCalls, {
    tell: async (caller, { body }) => {
      await services.db.forAccount(caller, (tx) => recordAct(tx, caller, { action: 'list.exported', subjectKind: 'account', subjectId: caller.accountId, details: body }))
      return null
    },
  })
