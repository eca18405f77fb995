import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../../server/app/read-config.ts'
import type { Config } from '../../../server/kit/settings/config.ts'
import { requireTool, runTool } from '../../kit/outside/tools.ts'
import { readStages, root } from './dockerfile.ts'

interface Service {
  build?: { target: string }
  environment?: Record<string, string | number>
  secrets?: string[]
  volumes?: string[]
  networks: string[]
  depends_on?: Record<string, unknown>
}
interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
  secrets: Record<string, { file: string }>
}

const compose = parse(readFileSync(join(root, 'compose.yaml'), 'utf8'), { merge: true }) as Compose
const services = Object.entries(compose.services)
const ours = services.filter(([, { build }]) => build)

/** What the person who starts it must state, as in docs/operations.md. */
const stated: Record<string, string> = {
  SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com',
  SHIMAKAZE_PREVIEW_ORIGIN: 'https://preview.example.com',
  SHIMAKAZE_CLOCK_SOURCE: 'chrony of the host',
}

/** Variables as compose replaces them: `${NAME:-default}`, and `${NAME:?why}` for what must be stated. */
const replaced = (value: string | number) =>
  String(value).replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, mark: string, rest: string) =>
    mark === '-' ? rest : stated[name]!,
  )

const configOf = ({ environment = {} }: Service): Config =>
  readConfig(Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, replaced(value)])))

describe('compose.yaml', () => {
  it('gives each process settings that the server accepts in production', () => {
    for (const [, service] of ours) {
      const { mode, s3, keysPassphraseFile, databaseUrl } = configOf(service)
      expect({ mode, bucket: s3?.bucket }).toEqual({ mode: 'production', bucket: 'shimakaze' })
      const files = [keysPassphraseFile, s3?.secretKeyFile, service.environment?.['PGPASSFILE']]
      for (const file of files) expect(service.secrets?.map((name) => `/run/secrets/${name}`)).toContain(file)
      expect(new URL(databaseUrl!).password).toBe('')
    }
  })

  it('leaves captures to the image with a browser', () => {
    expect(configOf(compose.services['service']!).captures).toBe(0)
    expect(configOf(compose.services['captures']!).captures).toBe(2)
  })

  it('names only stages, secrets, volumes, networks and services that exist', () => {
    for (const [, service] of services) {
      if (service.build) expect(readStages().map((s) => s.name)).toContain(service.build.target)
      for (const name of service.secrets ?? []) expect(compose.secrets).toHaveProperty(name)
      for (const name of service.networks) expect(compose.networks).toHaveProperty(name)
      for (const name of Object.keys(service.depends_on ?? {})) expect(compose.services).toHaveProperty(name)
      const mounted = (service.volumes ?? []).filter((v) => /^\w/.test(v)).map((v) => v.split(':')[0]!)
      for (const name of mounted) expect(compose.volumes).toHaveProperty([name])
    }
  })

  it('keeps database and store away from every network that leads out', () => {
    expect(compose.networks['inside']?.internal).toBe(true)
    for (const name of ['database', 'store', 'bucket']) expect(compose.services[name]?.networks).toEqual(['inside'])
  })

  it('holds no secret: passwords and keys are files', () => {
    const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
    expect(text).not.toMatch(/(PASSWORD|SECRET_KEY|PASSPHRASE)\s*:/)
  })
})

describe.runIf(requireTool('openssl'))('container/make-secrets.sh', () => {
  const home = mkdtempSync(join(tmpdir(), 'skz-secrets-'))
  const made = join(home, 'secrets')
  const read = (name: string) => readFileSync(join(made, name), 'utf8')
  const make = () => runTool('sh', [join(root, 'container/make-secrets.sh'), made])
  beforeAll(() => expect(make()).toMatchObject({ ok: true }))
  afterAll(() => rmSync(home, { recursive: true, force: true }))

  it('makes every secret that compose.yaml names, for its owner alone', () => {
    const named = Object.values(compose.secrets).map(({ file }) => file.replace('./secrets/', ''))
    expect(readdirSync(made).sort()).toEqual(named.sort())
    for (const name of named) expect(statSync(join(made, name)).mode & 0o777).toBe(0o600)
  })

  it('gives both sides the same passwords, and the store a certificate of its name', () => {
    expect(read('pgpass')).toBe(
      `database:5432:*:shimakaze:${read('database-login').trim()}\ndatabase:5432:*:shimakaze_admin:${read('database-admin').trim()}\n`,
    )
    const { identities } = JSON.parse(read('store-identities')) as {
      identities: { credentials: { accessKey: string; secretKey: string }[] }[]
    }
    const { s3 } = configOf(compose.services['service']!)
    expect(identities[0]?.credentials).toEqual([
      { accessKey: s3?.accessKey, secretKey: read('store-secret-key').trim() },
    ])
    const named = ['x509', '-in', join(made, 'store-certificate'), '-noout', '-checkhost', 'store']
    expect(runTool('openssl', named).text).toContain('does match')
  })

  it('never replaces secrets in use', () => {
    const before = read('pgpass')
    expect(make().ok).toBe(false)
    expect(read('pgpass')).toBe(before)
  })
})
