import { kindFacts } from '../../contract/content/kinds.ts'
import { recordAct } from '../kit/audit/audit.ts'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import { newSecret, tokenHash } from '../kit/ids.ts'
import type { Services } from '../kit/services.ts'
import * as repo from './content.repo.ts'

const pageOfPlace: Record<string, string> = {
  HOME_TOP: '/',
  NEWS_TOP: '/website-show/news',
  HELP_TOP: '/website-show/help-document',
}

/** An address at which anybody sees the newest version as visitors would see it; the one before ends. */
export const preview = ({ db }: Services, caller: Caller, id: string) =>
  db.asSystem(async (tx) => {
    if (!(await repo.lockItem(tx, caller.platform.id, id))) throw new AppError('not-found')
    const { kind, place, titleZh } = (await repo.findItem(tx, caller.platform.id, id))!
    const secret = newSecret()
    const until = await repo.setPreview(tx, id, tokenHash(secret))
    await recordAct(
      tx,
      { ...caller, accountId: null },
      { action: 'content.previewed', subjectKind: 'content', subjectId: id, details: { title: titleZh } },
    )
    const { page } = kindFacts[kind as keyof typeof kindFacts]
    const path = kind === 'NEWS' ? `${page}/${id}` : (pageOfPlace[place ?? ''] ?? page)
    return { path: `${path}?preview=${secret}`, until: until.toISOString() }
  })
