import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { CallGroup } from '../../contract/kit/call.ts'
import { languages } from '../../contract/kit/language.ts'
import { guessField, peopleCall } from './guess-field.ts'

// Writes a resource's declaration and its words from what the contract says of it:
// `npm run new:resource -- invoices/headers InvoiceHeader`. What it guesses is meant to be read and mended.
const usage = 'Usage: npm run new:resource -- <domain>/<file of the contract> <name of the row’s schema> [--force]'

const root = join(import.meta.dirname, '../..')
const [place = '', schemaName = '', flag] = process.argv.slice(2)
const [domain, file] = place.split('/')
if (!domain || !file || !schemaName) fail(usage)

const contract = (await import(join(root, `contract/${domain}/${file}.ts`)).catch(() =>
  fail(`contract/${domain}/${file}.ts is not there. Declare the calls first.`),
)) as Record<string, unknown>
const schema = contract[schemaName]
if (!(schema instanceof z.ZodObject)) fail(`${schemaName} is no schema of an object in contract/${domain}/${file}.ts.`)
const [callsName, calls] =
  Object.entries(contract).find((e): e is [string, CallGroup] => e[0].endsWith('Calls')) ??
  fail('The contract has no group of calls (a name that ends in "Calls").')
if (!calls['list']) fail(`${callsName} has no call "list".`)

const fields = Object.entries(schema.shape as Record<string, z.ZodType>).flatMap((e) => guessField(e) ?? [])
if (!fields.length) fail(`${schemaName} has no field that a list could show.`)
const name = callsName.replace(/Calls$/, 's').replace(/ss$/, 's')
const title = (fields.find((f) => /^(title|name)$/.test(f.name)) ?? fields.find((f) => f.kind === 'text') ?? fields[0]!)
  .name
const inQuery = (calls['list'].body ?? calls['list'].query)?.shape ?? {}
const sortable = (field: string) => inQuery['sort']?.safeParse(field).success ?? false
const schemaBody = Object.entries(contract).find(([key, v]) => key.endsWith('Body') && v instanceof z.ZodObject) as
  | [string, z.ZodObject]
  | undefined
const people = peopleCall(calls)
const written = (f: (typeof fields)[number]) =>
  f.kind !== 'instant' && f.kind !== 'hash' && (f.kind !== 'person' || people !== undefined)
const inForm = schemaBody ? fields.filter((f) => f.name in schemaBody[1].shape && written(f)) : []
const load = `${callsName}.${people}`
const choices = (f: (typeof fields)[number]) => `values: ${schemaName}.shape.${f.name}.options`

/** The filters that the list's call takes. */
const filters = [
  ...('keyWord' in inQuery ? [`keyWord: { kind: 'keyword' }`] : []),
  ...fields.flatMap((f) => {
    if (f.kind === 'money')
      return `${f.name}From` in inQuery && `${f.name}To` in inQuery ? [`${f.name}: { kind: 'money' }`] : []
    if (!(f.name in inQuery)) return []
    if (f.kind === 'choice') return [`${f.name}: { kind: 'choice', ${choices(f)}, words: 'choice.${f.name}' }`]
    if (f.kind === 'person') return people ? [`${f.name}: { kind: 'person', load: ${load} }`] : []
    return f.kind === 'text' || f.kind === 'phone' ? [`${f.name}: { kind: 'text' }`] : []
  }),
]

const declaration = `import { ${[schemaBody?.[0], callsName, schemaName].filter(Boolean).join(', ')} } from '../../contract/${domain}/${file}.ts'
import { defineResource } from '../kit/resource/resource.ts'

export default defineResource<${schemaName}>({
  name: '${name}',
  words: '${domain}',
  schema: ${schemaName},
  title: '${title}',
  endpoints: { list: ${callsName}.list${calls['get'] ? `, one: { call: ${callsName}.get, request: (id) => ({ params: { id } }) }` : ''} },
  routes: { list: '/${domain}/${name}'${calls['get'] ? `, showPath: '/${domain}/${name}/:id', show: (row) => \`/${domain}/${name}/\${row.id}\`` : ''} },
  access: '${calls['list'].right}',
${calls['create'] && inForm.length ? `  create: { right: '${calls['create'].right}' },\n` : ''}  fields: {
${fields.map((f) => `    ${f.name}: { kind: '${f.kind}'${f.values.length ? `, ${choices(f)}` : ''}${f.kind === 'person' && people ? `, people: ${load}` : ''}${sortable(f.name) ? ', sortable: true' : ''}${f.name === title ? '' : ', width: 160'} },`).join('\n')}
  },
  columns: [${fields
    .slice(0, 5)
    .map((f) => `'${f.name}'`)
    .join(', ')}],
  card: [${fields
    .filter((f) => f.name !== title)
    .slice(0, 3)
    .map((f) => `'${f.name}'`)
    .join(', ')}],
  filters: { ${filters.join(', ')} },
  defaultSort: '${sortable('createdAt') ? '-createdAt' : sortable(title) ? title : ''}',
${calls['create'] && schemaBody && inForm.length ? `  form: {\n    schema: ${schemaBody[0]}, rows: [${inForm.map((f) => `['${f.name}']`).join(', ')}], create: ${callsName}.create,${calls['update'] ? ` update: { call: ${callsName}.update, params: (row) => ({ id: row.id }) },` : ''}\n  },\n` : ''}  actions: [${calls['update'] ? `{ name: 'edit', right: '${calls['update'].right}', scope: 'row', allowed: () => true, edits: true }` : ''}],
})
`

const isNew = !existsSync(join(root, `locales/en/${domain}.json`))
const target = join(root, `src/${domain}/${file}.resource.tsx`)
if (existsSync(target) && flag !== '--force') fail(`${target} is there already. Add --force to write it anew.`)
await mkdir(dirname(target), { recursive: true })
await writeFile(target, declaration)
for (const language of languages) await addWords(language)
console.log(`Wrote src/${domain}/${file}.resource.tsx and words in locales/*/${domain}.json. Now:
- read both, put words in 【】 into Chinese, choose path and menu place;
- declare its kind in contract/kit/records.ts, with its pages, and take them by recordRoutes${isNew ? ', and the words in contract/kit/locale-words.ts' : ''};
- npm run check tells what is missing.`)

type Words = { [key: string]: Words | string }

/** Adds the words that are not there yet; what another domain calls the same is taken from it. */
async function addWords(language: string) {
  const path = join(root, `locales/${language}/${domain}.json`)
  const words = (existsSync(path) ? JSON.parse(await readFile(path, 'utf8')) : {}) as Words
  const known = await knownFields(language)
  const say = (key: string) => known[key] ?? (language === 'en' ? spelled(key) : `【${spelled(key)}】`)
  const put = (keys: string[], text: string) => {
    let node = words
    for (const key of keys.slice(0, -1)) node = (node[key] ??= {}) as Words
    node[keys.at(-1)!] ??= text
  }
  for (const part of ['title', 'one', 'lead', 'empty', 'add', 'edit', 'search'])
    put(['resource', name, part], say(part === 'title' ? name : part))
  for (const f of fields) put(['field', f.name], say(f.name))
  for (const f of fields) for (const v of f.values) put(['choice', f.name, v], say(v))
  for (const part of ['label', 'confirm', 'done']) put(['action', 'edit', part], part === 'label' ? say('edit') : '')
  await writeFile(path, `${JSON.stringify(words, null, 2)}\n`)
}

async function knownFields(language: string): Promise<Record<string, string>> {
  const folder = join(root, 'locales', language)
  const files = await Promise.all(
    (await readdir(folder)).map(
      async (f) => JSON.parse(await readFile(join(folder, f), 'utf8')) as { field?: Record<string, unknown> },
    ),
  )
  return Object.assign(
    {},
    ...files.map((f) => Object.fromEntries(Object.entries(f.field ?? {}).filter(([, v]) => typeof v === 'string'))),
  ) as Record<string, string>
}

/** `createdAt` as words: "Created at". */
function spelled(key: string): string {
  const text = key
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
