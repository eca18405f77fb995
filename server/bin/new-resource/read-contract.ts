import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { calls as groups } from '../../../contract/calls.ts'
import type { Call, CallGroup } from '../../../contract/kit/call.ts'
import { refuse } from './refused.ts'
import { root } from './tree.ts'

/** What is asked for: a file of the contract, the row of the list, and how the resource shall be called if not as its calls. */
export interface Wish {
  domain: string
  file: string
  row: string
  name?: string | undefined
}

/** A name that modules of the contract export, and where from. */
interface Exported {
  name: string
  path: string
}

/** What the contract says of the resource. */
export interface Subject {
  domain: string
  /** The resource's own name, by which words and declaration know it. */
  name: string
  /** Its group in `contract/calls.ts`. */
  group: string
  callsName: string
  callsPath: string
  calls: CallGroup
  /** The names of its calls that list rows and give one. */
  list: string
  one: string | undefined
  row: Exported & { schema: z.ZodObject }
  /** The name under which a schema is exported. */
  exported(schema: unknown): Exported | undefined
}

type Module = Record<string, unknown>

const contract = join(root, 'contract')

const readModules = () =>
  Promise.all(
    globSync('**/*.ts', { cwd: contract }).map(
      async (path) => [path, (await import(join(contract, path))) as Module] as const,
    ),
  )

const rowOf = ({ reply }: Call): unknown => {
  const list = reply instanceof z.ZodObject ? reply.shape['list'] : undefined
  return list instanceof z.ZodArray ? list.element : undefined
}

/** The calls of a file, and of them the one that lists rows of a schema. */
function callsOf(module: Module, place: string, schema: z.ZodObject, row: string) {
  const found = Object.entries(module).filter((e): e is [string, CallGroup] => e[0].endsWith('Calls'))
  if (!found.length) refuse(`${place} has no group of calls (a name that ends in "Calls").`)
  for (const [callsName, calls] of found) {
    const listing = Object.keys(calls).filter((name) => rowOf(calls[name]!) === schema)
    const list = listing.find((name) => name === 'list') ?? listing[0]
    if (list) return { callsName, calls, list }
  }
  return refuse(`${place} has no call that replies with a list of ${row} (scrollOf or listOf of it).`)
}

/** A list of the console is asked for by pages and filters, and each of its rows is known by an id. */
function assertListed(list: Call, place: string, row: string, schema: z.ZodObject) {
  const asked = list.body ?? list.query
  if (!('id' in schema.shape)) refuse(`${row} has no id: the console could not tell its rows apart.`)
  if (list.params)
    refuse(`The list of ${place} stands below another record (${list.path}): that is a part of its page.`)
  if (!asked) refuse(`The list of ${place} takes neither query nor body: give it Page or Scroll of contract/kit.`)
  const problem = asked.safeParse({}).error?.issues[0]
  if (problem)
    refuse(`The list of ${place} is not given without ${problem.path.join('.')}: a list begins without filters.`)
}

export async function readContract({ domain, file, row, name }: Wish): Promise<Subject> {
  const modules = await readModules()
  const callsPath = `${domain}/${file}.ts`
  const place = `contract/${callsPath}`
  const module = modules.find(([path]) => path === callsPath)?.[1]
  if (!module) refuse(`${place} is not there. Declare the calls first.`)
  const exported = (wanted: unknown): Exported | undefined => {
    const here = modules.toSorted(([a], [b]) => Number(b === callsPath) - Number(a === callsPath))
    return here.flatMap(([path, m]) =>
      Object.entries(m).flatMap(([key, value]) => (value === wanted ? [{ name: key, path }] : [])),
    )[0]
  }
  const [rowPath, holder] = [[callsPath, module] as const, ...modules].find(([, m]) => row in m) ?? []
  const schema = holder?.[row]
  if (!rowPath || !(schema instanceof z.ZodObject)) return refuse(`${row} is no schema of an object in ${place}.`)
  if (!new RegExp(`export (type|interface) ${row}\\b`).test(await readFile(join(contract, rowPath), 'utf8')))
    refuse(`contract/${rowPath} exports no type ${row}: add export type ${row} = z.output<typeof ${row}>.`)
  const { callsName, calls, list } = callsOf(module, place, schema, row)
  assertListed(calls[list]!, place, row, schema)
  const group = Object.entries(groups as Record<string, CallGroup>).find(([, value]) => value === calls)?.[0]
  if (!group) return refuse(`${callsName} is not in contract/calls.ts. Name it there first.`)
  const one = Object.keys(calls).find((key) => calls[key]!.reply === schema && calls[key]!.method === 'GET')
  return {
    domain,
    name: name ?? group,
    group,
    callsName,
    callsPath,
    calls,
    list,
    one,
    row: { name: row, path: rowPath, schema },
    exported,
  }
}
