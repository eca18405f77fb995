import { type Language, say } from '../kit/words.ts'
import { languages } from '../../contract/kit/language.ts'
import type { Appearance } from '../../contract/platform/colours.ts'
import { shanghaiTime } from '../../contract/kit/shanghai-time.ts'
import type { DataSection } from '../kit/personal-data/personal-data.ts'

/** What stands above everything. */
export interface Heading {
  at: Date
  /** Names of the platform. */
  platform: Record<Language, string>
  /** Where people reach it. */
  url: string
  /** The platform's own, each readable on the ground of its appearance; null where it chose none. */
  colours: Record<Appearance, string | null>
}

const listOf = (lang: Language, wanted: readonly DataSection[]) =>
  wanted.map(({ name }) => `  data/${name}.json\n    ${say(lang, 'data-copy', `section.${name}`)}`).join('\n')

/** In both languages: what is in the archive, what is not, and how to get that. */
export const readmeOf = ({ at, platform, url }: Heading, wanted: readonly DataSection[]): string =>
  languages
    .map((lang) =>
      say(lang, 'data-copy', 'readme', {
        platform: platform[lang],
        url,
        at: shanghaiTime(at.toISOString()),
        files: listOf(lang, wanted),
      }),
    )
    .join(`\n\n${'-'.repeat(72)}\n\n`)
    .replaceAll('\n', '\r\n')
