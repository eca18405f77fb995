import { createHash, randomBytes } from 'node:crypto'
import { paperBytes, type PaperStatement } from '../../../proof/paper/statement.ts'
import type { Platform } from '../../kit/calls/caller.ts'
import type { Services } from '../../kit/services.ts'
import { platformName, publicUrlOf } from '../../platform/platform.service.ts'

interface Said extends Omit<PaperStatement, 'type' | 'created' | 'salt' | 'platform'> {
  at: Date
}

/** What a paper of a platform says, byte by byte, with the digest that goes into the log. */
export function fixStatement({ config }: Services, platform: Platform, { at, ...said }: Said) {
  const statement = Buffer.from(
    paperBytes({
      type: 'shimakaze-paper/v1',
      // Whole seconds, as time-stamps have: else it would seem to be sealed before it was written.
      created: `${at.toISOString().slice(0, 19)}Z`,
      salt: randomBytes(16).toString('base64'),
      platform: { name: platformName(platform, 'zh-CN'), origin: new URL(publicUrlOf(config, platform)).origin },
      ...said,
    }),
  )
  return { statement, statementSha256: createHash('sha256').update(statement).digest() }
}
