import { exportCalls } from '../../contract/platform/exports.ts'
import { recordAct } from '../kit/audit/audit.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'

const word = '-?[A-Za-z][A-Za-z_-]{0,40}'
/** What is told of a filter: choices, an order, a small number, a day, whom by id. What was typed may be somebody's number, and an act can never be changed. */
const told = new RegExp(
  `^(?:${word}(?:,${word})*|\\d{1,9}|\\d{4}-\\d\\d-\\d\\d|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`,
)
const searches = new Set(['keyWord', 'search'])

/** The query of a list's address without the words that were looked for. */
const withoutWords = (query: string): string =>
  [...new URLSearchParams(query)]
    .filter(([name]) => new RegExp(`^${word}$`).test(name))
    .map(([name, value]) => `${name}=${told.test(value) && !searches.has(name) ? value : '…'}`)
    .join('&')

export const exportRoutes = (services: Services) =>
  implement(exportCalls, {
    tell: async (caller, { body }) => {
      await services.db.forAccount(caller, (tx) =>
        recordAct(tx, caller, {
          action: 'list.exported',
          subjectKind: 'account',
          subjectId: caller.accountId,
          details: { ...body, query: withoutWords(body.query) },
        }),
      )
      return null
    },
  })
