import type { Fact, VerificationReport } from './report.ts'

/** Words of `locales/<language>/proof.json` by their key. */
export type Say = (key: string, params?: Record<string, unknown>) => string

/** Names, paths and reasons come from the file under verification: nothing in them may steer a terminal or turn a line around. */
export const harmless = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, '?')

/** Facts that lead to a root of somebody else. */
const isOfOthers = (code: string) => code === 'third-party-stamped' || code === 'seal-recognised'

/** What there is to say of a fact besides its name, its status, its time and whom it depends on. */
export function detailsOf(say: Say, { code, status, detail, pictures = [] }: Fact): string[] {
  const lines = [
    detail['number'] && say('detail.number', detail),
    detail['paperNumber'] && say('detail.paperNumber', detail),
    detail['missing'] && say('detail.missing', detail),
    code === 'statement' && detail['status'] && say('detail.pageStatus', detail),
    detail['failed'] && say('detail.requestsFailed', detail),
    ...pictures.map((told) => say(`detail.picture.${told.code}`, told.params)),
    code === 'file-of-package' && detail['path'] && say('detail.path', detail),
    detail['sha256'] && say('detail.digests', detail),
    detail['serial'] && say('detail.serial', detail),
    isOfOthers(code) && detail['authority'] && say('detail.authority', detail),
    detail['origin'] && say('detail.entry', detail),
    isOfOthers(code) && status === 'unavailable' && detail['root'] && !detail['reason'] && say('detail.rootNotGiven'),
    detail['root'] === 'package' && say('detail.rootOfPackage', detail),
    detail['clock'] === 'os-unverified' && say('detail.clockUnverified'),
    code === 'anchored' && detail['block'] && say(status === 'proven' ? 'detail.blockFound' : 'detail.block', detail),
    status !== 'proven' && detail['reason'] && say(`reason.${detail['reason']}`, detail),
  ]
  return lines.filter((line): line is string => Boolean(line)).map(harmless)
}

/** The root that the file itself brought, where nothing from elsewhere was compared with it. */
export const ownRoot = ({ facts }: VerificationReport): Fact | undefined =>
  facts.find((f) => f.code === 'root-compared')
