import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Locked {
  version: string
  resolved?: string
  optionalDependencies?: Record<string, string>
}

const text = readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')
const packages = Object.entries((JSON.parse(text) as { packages: Record<string, Locked> }).packages)
const paths = new Set(packages.map(([path]) => path))

describe('package-lock.json', () => {
  // Once written while a registry did not serve all builds, it lacked them and `npm ci` refused it everywhere.
  it('holds the builds of every platform', () => {
    const missing = packages.flatMap(([path, { version, optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !paths.has(`node_modules/${name}`) && !paths.has(`${path}/node_modules/${name}`))
        .map((name) => `${path} ${version}: ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('names no registry, so that everybody installs from their own', () => {
    expect(packages.filter(([, { resolved }]) => resolved)).toEqual([])
  })
})
