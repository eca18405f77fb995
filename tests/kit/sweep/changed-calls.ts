import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { calls } from '../../../contract/calls.ts'
import { closureOf, filesNamedBy } from './named-files.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** `headerCalls` → its names in `contract/calls.ts` (`invoiceHeaders`). */
function namesOfGroups(): Map<string, string[]> {
  const names = new Map<string, string[]>()
  for (const [, name, group] of read('contract/calls.ts').matchAll(/^ {2}(\w+): (\w+),$/gm))
    names.set(group!, [...(names.get(group!) ?? []), name!])
  return names
}

/** Each file of routes, the groups of calls that it implements, and all files that these calls run through in their domains. */
export function routesOfGroups(): { groups: string[]; files: Set<string>; domain: string }[] {
  const names = namesOfGroups()
  const routes = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.routes.ts'))
    .map((file) => `server/${file}`)
  return routes.map((file) => {
    const domain = file.split('/')[1]!
    const text = read(file)
    const groups = [...new Set([...text.matchAll(/\b(\w+Calls)\b/g)].flatMap(([, group]) => names.get(group!) ?? []))]
    const contracts = filesNamedBy(file).filter(
      (path) => path.startsWith('contract/') && !path.startsWith('contract/kit/'),
    )
    const domains = new Set([domain, ...contracts.map((path) => path.split('/')[1]!)])
    const isOfThem = (path: string) => /^(server|contract)\//.test(path) && domains.has(path.split('/')[1]!)
    return { groups, files: closureOf(file, isOfThem), domain }
  })
}

/** The domain that a migration is named after, `kit` where it names none; of another file, undefined. */
export function domainOfMigration(file: string): string | undefined {
  const name = /^server\/migrations\/\d+-(.+)\.sql$/.exec(file)?.[1]
  if (!name) return undefined
  const domains = readdirSync(join(root, 'server'))
  return domains.find((domain) => `${name}-`.startsWith(`${domain}-`)) ?? 'kit'
}

/** Calls (`group.name`) whose contract, routes, service, repository or migration is among these files. */
export function titlesThatRunThrough(changed: readonly string[]): Set<string> {
  const migrated = new Set(changed.map(domainOfMigration))
  const groups = routesOfGroups().flatMap(({ groups: all, files, domain }) =>
    migrated.has(domain) || changed.some((file) => files.has(file)) ? all : [],
  )
  const keysOf = (group: string) => Object.keys((calls as Record<string, object>)[group] ?? {})
  return new Set(groups.flatMap((group) => keysOf(group).map((key) => `${group}.${key}`)))
}
