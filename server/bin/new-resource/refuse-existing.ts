import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languages } from '../../../contract/kit/language.ts'
import { wordsPath } from './known-words.ts'
import { refuse } from './refused.ts'
import { root } from './tree.ts'

/** The text of every declaration of the console, by its path. */
export const declarations = (): Map<string, string> =>
  new Map(
    globSync('src/**/*.resource.tsx', { cwd: root }).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )

const otherName = 'Choose another name with --name <name>'

/** A name stands for one resource: what another one has, or had, is not written over. */
export function refuseExisting(name: string, domain: string, target: string): void {
  if (existsSync(join(root, target)))
    refuse(`${target} is there already. ${otherName}, or delete the file and its words to have both written anew.`)
  for (const [path, text] of declarations())
    if (new RegExp(`^ {2}name: '${name}',$`, 'm').test(text))
      refuse(`${path} declares the resource ${name} already. ${otherName}.`)
  for (const language of languages) {
    const path = wordsPath(language, domain)
    if (!existsSync(path)) continue
    const { resource } = JSON.parse(readFileSync(path, 'utf8')) as { resource?: object }
    if (resource && name in resource)
      refuse(
        `locales/${language}/${domain}.json has words under resource.${name} already. ${otherName}, or delete them in both languages.`,
      )
  }
}
