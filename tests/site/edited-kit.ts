import { contentCalls } from '../../contract/content/content.ts'
import { staffLawyerCalls } from '../../contract/content/directory.ts'
import type { Call, CallRequest, ReplyOf } from '../../contract/kit/call.ts'
import { fileCalls } from '../../contract/platform/files.ts'
import { settingsOfPlatformCalls } from '../../contract/platform/settings.ts'
import type { Member, TestApp } from '../kit/build-test-app.ts'
import { dataUrl, png } from '../kit/pictures.ts'
import type { Randomness } from '../kit/randomness.ts'
import { lawyer } from './lawyers/lawyer-kit.ts'

/** A platform that is read and edited at once. Everything that it shows carries its mark. */
export interface Edited {
  mark: string
  host: string
  id: string
  colours: readonly string[]
  staff: Member
  administrator: Member
  people: number
  article: string
  lawyerId: string
  picture: string
  /** What was written last. */
  newest: { name: string; colour: string; article: string; help: string; lawyer: string }
  /** Others of its articles, which come and go. */
  passing: string
  help: string
  edits: number
}

const words = (mark: string, n: number) => ({ zh: `${mark}第${n}版`, en: `${mark} version ${n}` })

/** What somebody asks at a host; a refusal fails the test. */
export const mustAt =
  (t: TestApp) =>
  async <C extends Call>(call: C, asked: CallRequest<C>, as: Member, host: string): Promise<ReplyOf<C>> => {
    const reply = await t.call(call, asked, as, { host })
    if (!reply.success) throw new Error(`${call.path} at ${host}: ${JSON.stringify(reply)}`)
    return reply.data
  }

const newsOf = (mark: string, what: string, n: number) => {
  const { zh, en } = words(mark, n)
  const text = { contentZh: `<p>${what}${zh}</p>`, contentEn: `<p>${what} ${en}</p>` }
  return {
    kind: 'NEWS' as const,
    newsType: 'NOTICE' as const,
    titleZh: `${what}${zh}`,
    titleEn: `${what} ${en}`,
    ...text,
  }
}
const helpOf = (mark: string, n: number) => {
  const { zh, en } = words(mark, n)
  const text = { contentZh: `<p>帮助${zh}</p>`, contentEn: `<p>Help ${en}</p>` }
  return { kind: 'HELP' as const, helpSection: 'GUIDE' as const, titleZh: `帮助${zh}`, titleEn: `Help ${en}`, ...text }
}
const settingsOf = ({ mark, picture, colours }: Pick<Edited, 'mark' | 'picture' | 'colours'>, n: number) => {
  const { zh, en } = words(mark, n)
  return { nameZh: zh, nameEn: en, brandColour: colours[n % colours.length]!, whiteBottomLogo: picture }
}

/** `people` besides its staff. */
type Place = Pick<Edited, 'mark' | 'host' | 'id' | 'colours' | 'people'>

/** Sets a platform up and writes one piece of each kind there. */
export async function writePlatform(t: TestApp, place: Place): Promise<Edited> {
  const must = mustAt(t)
  const { mark, host, id, colours } = place
  const member = (role: 'operator' | 'administrator') =>
    t.member({ name: mark, role, kind: 'enterprise', platformId: id })
  const [staff, administrator] = [await member('operator'), await member('administrator')]
  for (let i = place.people; i > 0; i--) await t.member({ platformId: id })
  const scene = { imgBase: dataUrl(png(8, 8 + mark.length)), scene: 'platform' as const }
  const { fileId: picture } = await must(fileCalls.uploadPicture, { body: scene }, administrator, host)
  await must(settingsOfPlatformCalls.save, { body: settingsOf({ mark, colours, picture }, 0) }, administrator, host)
  const publish = async (body: ReturnType<typeof newsOf> | ReturnType<typeof helpOf>) => {
    const made = await must(contentCalls.create, { body }, staff, host)
    await must(contentCalls.publish, { params: { id: made.id } }, staff, host)
    return made.id
  }
  const shownLawyer = await must(staffLawyerCalls.create, { body: { ...lawyer, name: words(mark, 0).zh } }, staff, host)
  const params = { id: shownLawyer.id }
  await must(staffLawyerCalls.setShown, { params, body: { shown: true } }, staff, host)
  const first = words(mark, 0)
  return {
    ...place,
    staff,
    administrator,
    picture,
    article: await publish(newsOf(mark, '公告', 0)),
    passing: await publish(newsOf(mark, '短讯', 0)),
    help: await publish(helpOf(mark, 0)),
    lawyerId: shownLawyer.id,
    newest: { name: first.zh, colour: colours[0]!, article: first.zh, help: first.zh, lawyer: first.zh },
    edits: 0,
  }
}

/** One change that staff of the platform make, seen at once where it was made. */
export async function editPlatform(t: TestApp, of: Edited, { pick }: Randomness) {
  const must = mustAt(t)
  const { mark, host, staff, newest } = of
  const n = ++of.edits
  const { zh } = words(mark, n)
  const republish = async (id: string, body: ReturnType<typeof newsOf> | ReturnType<typeof helpOf>) => {
    await must(contentCalls.update, { params: { id }, body }, staff, host)
    await must(contentCalls.publish, { params: { id } }, staff, host)
  }
  const ways = {
    name: async () => {
      await must(settingsOfPlatformCalls.save, { body: settingsOf(of, n) }, of.administrator, host)
      Object.assign(newest, { name: zh, colour: of.colours[n % of.colours.length] })
    },
    article: async () => {
      await republish(of.article, newsOf(mark, '公告', n))
      newest.article = zh
    },
    help: async () => {
      await republish(of.help, helpOf(mark, n))
      newest.help = zh
    },
    lawyer: async () => {
      const params = { id: of.lawyerId }
      await must(staffLawyerCalls.update, { params, body: { ...lawyer, name: zh } }, staff, host)
      newest.lawyer = zh
    },
    passing: async () => {
      await must(contentCalls.withdraw, { params: { id: of.passing } }, staff, host)
      await republish(of.passing, newsOf(mark, '短讯', n))
    },
  }
  await ways[pick(Object.keys(ways) as (keyof typeof ways)[])]()
}

/** All that tells one platform from the others. */
export const tracesOf = ({ mark, host, id, article, passing, help, lawyerId, picture, colours }: Edited) => [
  mark,
  host,
  id,
  article,
  passing,
  help,
  lawyerId,
  picture,
  ...colours,
]
