import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { consolePaths } from '../../../contract/site/entries.ts'
import { pathsOf, writeDeclaration } from './declaration.ts'
import { wordsPath } from './known-words.ts'
import { type Plan, planResource } from './plan.ts'
import { readContract, type Wish } from './read-contract.ts'
import { declarations, refuseExisting } from './refuse-existing.ts'
import { addWords } from './words.ts'
import { root } from './tree.ts'

/** What was written, and what is left to do by hand. */
export interface Written {
  declaration: string
  /** Pages that the service does not know yet. */
  unknownPaths: string[]
  isNewDomain: boolean
}

/** Pages of staff stand behind those of customers. */
const firstOfStaff = 800
const gap = 5

const isStaffs = ({ calls, list }: Plan['subject']) => /^(operator|platform)\./.test(calls[list]!.right)

/** The place behind the last one of its part of the menu. */
function menuPlace(plan: Plan): number {
  const isOfStaff = isStaffs(plan.subject)
  const taken = [...declarations().values()]
    .flatMap((text) => [...text.matchAll(/menu: .*order: (\d+)/g)].map((m) => Number(m[1])))
    .filter((order) => order >= firstOfStaff === isOfStaff)
  return Math.max(isOfStaff ? firstOfStaff : 0, ...taken) + gap
}

/** Kinds of record that have their list already. */
const kindsListed = (): string[] =>
  [...declarations().values()].flatMap((text) => [...text.matchAll(/recordRoutes\('([\w-]+)'\)/g)].map((m) => m[1]!))

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** Writes a resource's declaration and its words from what the contract says of it. */
export async function writeResource(wish: Wish): Promise<Written> {
  const subject = await readContract(wish)
  // What only staff have, only staff load.
  const folder = isStaffs(subject) ? `${wish.domain}/staff` : wish.domain
  const target = `src/${folder}/${wish.name ? kebab(wish.name) : wish.file}.resource.tsx`
  refuseExisting(subject.name, subject.domain, target)
  const plan = planResource(subject, kindsListed())
  const isNewDomain = !existsSync(wordsPath('en', subject.domain))
  await mkdir(dirname(join(root, target)), { recursive: true })
  const declaration = writeDeclaration(plan, menuPlace(plan))
  await writeFile(
    join(root, target),
    isStaffs(subject) ? declaration.replaceAll("from '../", "from '../../") : declaration,
  )
  await addWords(plan)
  const paths = plan.kind?.pages ? [] : pathsOf(subject)
  return { declaration: target, unknownPaths: paths.filter((path) => !consolePaths.includes(path)), isNewDomain }
}

/** As `npm run format` does. */
export function format(paths: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, ['node_modules/oxfmt/bin/oxfmt', ...paths], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
}
