import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// A CycloneDX SBOM of what production runs, read from the lock alone. npm is asked for everything and the lock says what only tests need:
// npm's own `--omit=dev` drops whatever a tool of the tests needs too, Fastify and the database's client among it.
const root = join(import.meta.dirname, '../..')

interface Component {
  'bom-ref': string
  name: string
  licenses?: { license?: { id: string }; expression?: string }[]
}

interface Sbom {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface Locked {
  version: string
  name?: string
  dev?: boolean
}

/** Packages whose manifest names no licence by its SPDX identifier: what their own licence file or manual says. */
const saidElsewhere: Record<string, string> = {
  '@darabonba/typescript': 'Apache-2.0',
  'combine-errors': 'MIT',
  'png-js': 'MIT',
}

function everything(): Sbom {
  const asked = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--omit=']
  const { status, stdout, stderr, error } = spawnSync('npm', asked, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`npm sbom could not be run: ${error?.message ?? stderr}`)
  return JSON.parse(stdout) as Sbom
}

/** What is installed where only production is asked for. */
function inProduction(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const kept = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  return new Set(kept.map(([path, { name, version }]) => `${name ?? path.split('node_modules/').at(-1)}@${version}`))
}

function withLicence(component: Component): Component {
  const id = saidElsewhere[component.name]
  return component.licenses || !id ? component : { ...component, licenses: [{ license: { id } }] }
}

const { name } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { name: string }
const [all, kept] = [everything(), inProduction()]
// npm gives the folder's name here.
const component = { ...all.metadata.component, name }
const has = (ref: string) => kept.has(ref) || ref === component['bom-ref']
const sbom = {
  ...all,
  metadata: { ...all.metadata, component },
  components: all.components.filter((one) => has(one['bom-ref'])).map(withLicence),
  dependencies: all.dependencies
    .filter(({ ref }) => has(ref))
    .map((one) => ({ ...one, dependsOn: one.dependsOn.filter(has) })),
}
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`)
