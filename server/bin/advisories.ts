import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

// Asks the registry that npm is set to for advisories of what production runs. Exit 1 where it knows of one. A registry that does not
// answer is told of as such: offline, npm itself would report that it found nothing.
interface Found {
  name: string
  severity: string
  range: string
  via: (string | { title: string; url: string })[]
  fixAvailable: boolean | { name: string; version: string }
}

const asked = ['audit', '--omit=dev', '--json', '--no-offline', '--fetch-retries=0', '--fetch-timeout=30000']
const { stdout, stderr, error } = spawnSync('npm', asked, {
  cwd: join(import.meta.dirname, '../..'),
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
if (error) throw new Error(`npm could not be run: ${error.message}`)

function reportIn(text: string): { auditReportVersion?: number; vulnerabilities?: Record<string, Found> } {
  try {
    return JSON.parse(text) as ReturnType<typeof reportIn>
  } catch {
    return {}
  }
}

function describe({ name, severity, range, via, fixAvailable }: Found): string {
  const why = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} ${one.url}`)).join('; ')
  const fix = typeof fixAvailable === 'object' ? `${fixAvailable.name} ${fixAvailable.version}` : 'see the advisory'
  return `${severity}: ${name} ${range}: ${why} (mended by: ${fix})`
}

const { auditReportVersion, vulnerabilities = {} } = reportIn(stdout)
const found = Object.values(vulnerabilities)
if (!auditReportVersion) {
  console.log('the registry does not answer advisories; nothing was checked')
  console.error(stderr.trim())
} else if (!found.length) console.log('the registry knows of no advisory for what production runs')
else console.log(found.map(describe).join('\n'))
process.exitCode = found.length ? 1 : 0
