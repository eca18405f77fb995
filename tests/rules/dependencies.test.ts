import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const {
  dependencies,
  optionalDependencies,
  devDependencies,
}: Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>> = JSON.parse(
  read('package.json'),
)

/** A program of the folder `server/bin`, and what it said and ended with. */
const run = (name: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [join(root, 'server/bin', `${name}.ts`)], options, (error, text) =>
      resolve({ code: Number(error?.code ?? 0), text }),
    )
  })

interface Component {
  name: string
  version: string
  licenses?: { license?: { id?: string }; expression?: string }[]
}

/** May be used without asking. What else there is, NOTICE names. */
const permitted = 'MIT ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD CC0-1.0 OFL-1.1 Unlicense BlueOak-1.0.0'.split(' ')

const licenceOf = ({ licenses = [] }: Component) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? '').join(' AND ')

/** Of licences to choose from one will do; of those that hold together each must. */
const licencesIn = (expression: string) =>
  expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .map((choice) => choice.split(' AND '))

/** Each line of NOTICE that begins with names of packages. */
const noticed = [...read('NOTICE').matchAll(/^- (.*)$/gm)].map((m) => m[1]!)
const isNamed = (word: string, name: string) =>
  word.endsWith('*') ? name.startsWith(word.slice(0, -1)) : word.replace(/,$/, '') === name

const isNoticed = (name: string, licence: string) =>
  noticed.some((line) => line.includes(licence) && line.split(' ').some((word) => isNamed(word, name)))

const isGood = (name: string, expression: string) =>
  licencesIn(expression).some((all) => all.every((one) => permitted.includes(one) || isNoticed(name, one)))

describe('the list of what production is made of', async () => {
  const { components } = JSON.parse((await run('sbom')).text) as { components: Component[] }
  const named = new Set(components.map(({ name, version }) => `${name}@${version}`))

  it('names every package that production asks for, and its version', () => {
    const wanted = Object.entries({ ...dependencies, ...optionalDependencies }).map((one) => one.join('@'))
    expect(wanted.filter((one) => !named.has(one))).toEqual([])
  })

  it('names what these need, also where a tool of the tests needs it too', () => {
    const names = new Set(components.map(({ name }) => name))
    expect(['avvio', 'pg-protocol', 'sonic-boom', '@aws-sdk/core'].filter((one) => !names.has(one))).toEqual([])
  })

  it('names no tool of the tests', () => {
    // Of types some packages of production ask for their own.
    const tools = Object.entries(devDependencies).filter(([name]) => !/^@types\/|^(typescript|yaml)$/.test(name))
    expect(tools.map((one) => one.join('@')).filter((one) => named.has(one))).toEqual([])
  })

  it('tells the licence of each, and all are permitted or stand in NOTICE', () => {
    const bad = components.filter((one) => !isGood(one.name, licenceOf(one)))
    expect(bad.map((one) => `${one.name} ${one.version}: ${licenceOf(one)}`)).toEqual([])
  })
})

/** A registry that answers what it is asked for advisories, and with one package to whoever looks it up. */
async function registry(advisories: (asked: IncomingMessage) => [status: number, body: unknown]) {
  const server: Server = createServer((request, response) => {
    const [status, body] = request.method === 'POST' ? advisories(request) : [200, known]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return { env: { npm_config_registry: url }, close: () => server.close() }
}

/** One that nothing else needs, so that npm looks up no other. */
const name = 'canonicalize'
const version = dependencies[name]!
const known = { name, versions: { [version]: { name, version } }, 'dist-tags': { latest: version } }
const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Reads more than it says', severity: 'high' }

describe('what is known against it', () => {
  it.each([
    ['nothing', 200, {}, 0, 'the registry knows of no advisory for what production runs\n'],
    ['no answer', 405, {}, 0, 'the registry does not answer advisories; nothing was checked\n'],
  ] as const)('is told as what the registry said: %s', async (_, status, body, code, text) => {
    const { env, close } = await registry(() => [status, body])
    expect(await run('advisories', env)).toEqual({ code, text })
    close()
  })

  it('is not taken for nothing where npm is set to be offline', async () => {
    const { env, close } = await registry(() => [500, {}])
    const { text } = await run('advisories', { ...env, npm_config_offline: 'true' })
    expect(text).toContain('nothing was checked')
    close()
  })

  it('fails with the package, how bad it is and where to read on', async () => {
    const { env, close } = await registry(() => [
      200,
      { [name]: [{ ...advisory, vulnerable_versions: `<=${version}` }] },
    ])
    const { code, text } = await run('advisories', env)
    expect(code).toBe(1)
    expect(text).toMatch(/^high: canonicalize .*Reads more than it says https:\/\/advisories\.example\/1/)
    close()
  })
})
