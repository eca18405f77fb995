import type { Settings } from '../../../contract/platform/settings.ts'
import { recordAct } from '../../kit/audit/audit.ts'
import { changesOf } from '../../kit/audit/changes.ts'
import type { Caller, Platform } from '../../kit/calls/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import { AppError } from '../../kit/errors.ts'
import { defineApproval } from '../../kit/work/approval-kind.ts'
import { say } from '../../kit/words.ts'
import { forgetRecent } from '../recent-settings.read.ts'
import * as repo from '../settings.repo.ts'

export const transferFields = ['transferPayee', 'transferBank', 'transferAccount'] as const
/** Where bank transfers go; with less than all three none are taken. */
export type TransferAccount = Pick<Settings, (typeof transferFields)[number]>

interface Request {
  before: TransferAccount
  after: TransferAccount
}

const inOneLine = (account: TransferAccount, none: string) =>
  transferFields.flatMap((field) => account[field] ?? []).join(' · ') || none

async function change(tx: Tx, caller: Caller, { before, after }: Request) {
  const { name, listed, settings: saved } = await repo.findSettings(tx, caller.platform.id)
  const settings = (saved ?? {}) as unknown as Settings
  // Taken away since, which one person may do.
  if (transferFields.some((field) => (settings[field] ?? null) !== before[field]))
    throw new AppError('approval-outdated')
  await recordAct(
    tx,
    { ...caller, accountId: null },
    {
      action: 'platform.changed',
      subjectKind: 'platform',
      subjectId: caller.platform.id,
      details: changesOf(Object.fromEntries(transferFields.map((field) => [field, settings[field] ?? null])), after),
    },
  )
  await repo.saveSettings(tx, caller.platform.id, {
    name: name as unknown as Platform['name'],
    listed,
    settings: { ...settings, ...after },
  })
}

/** The change of the account that bank transfers go to. */
export const transferAccountApproval = defineApproval<Request>({
  kind: 'transfer-account',
  right: 'platform.manage',
  isAskedByStaff: true,
  say(lang, { before, after }) {
    const none = say(lang, 'operator', 'approval.noAccount')
    return say(lang, 'operator', 'approval.transferAccount', {
      before: inOneLine(before, none),
      after: inOneLine(after, none),
    })
  },
  lock: (tx, _asked, { platform }) => repo.lockPlatform(tx, platform.id),
  apply: (_services, tx, caller, { request }) => change(tx, caller, request),
  applied: ({ db }) => forgetRecent(db),
})
