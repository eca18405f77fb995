import { rightOfHistory } from '../../contract/kit/records.ts'
import { historyCalls } from '../../contract/platform/history.ts'
import { actsOn } from '../kit/audit/audit.ts'
import { AppError } from '../kit/errors.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'

export const historyRoutes = (services: Services) =>
  implement(historyCalls, {
    of: async (caller, { params: { kind, id } }) => {
      if (!caller.rights.has(rightOfHistory[kind])) throw new AppError('forbidden')
      return { list: await services.db.forAccount(caller, (tx) => actsOn(tx, caller, kind, id)) }
    },
  })
