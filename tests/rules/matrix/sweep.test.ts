import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allCalls } from './all-calls.ts'
import { routesOfGroups, titlesThatRunThrough } from '../../kit/sweep/changed-calls.ts'
import { dealRows, sliceCount, sliceOf, strideOf } from '../../kit/sweep/deal.ts'
import { dealCalls } from '../../kit/sweep/deal-calls.ts'
import { dealWalks } from '../../kit/sweep/deal-walks.ts'

const nothing = new Set<string>()
const titlesOf = (slice: number | undefined, whole: ReadonlySet<string> = nothing) =>
  dealCalls(allCalls, '', { slice }, whole).map(({ title }) => title)
const all = allCalls.map(({ title }) => title)

it(`tries every case in ${sliceCount} runs in a row, whichever is the first, and none of them twice`, () => {
  for (const first of [0, 1, 7, 23]) {
    const tried = Array.from({ length: sliceCount }, (_, n) => titlesOf((first + n) % sliceCount)).flat()
    expect(tried.toSorted()).toEqual(all.toSorted())
  }
})

it('deals slices of about the same size', () => {
  const sizes = Array.from({ length: sliceCount }, (_, slice) => titlesOf(slice).length)
  expect(Math.max(...sizes)).toBeLessThan((all.length / sliceCount) * 1.5)
  expect(Math.min(...sizes)).toBeGreaterThan((all.length / sliceCount) * 0.5)
})

it('tries calls that changed in every slice, and everything where there is no slice', () => {
  const whole = new Set(['invoiceHeaders.create', 'evidence.list'])
  for (let slice = 0; slice < sliceCount; slice++)
    expect(titlesOf(slice, whole)).toEqual(expect.arrayContaining([...whole]))
  expect(titlesOf(undefined)).toEqual(all)
})

it('deals the same call to other runs in other sweeps', () => {
  const slicesOf = (of: string) => all.map((title) => sliceOf(`${of} ${title}`))
  expect(slicesOf('a sibling’s')).not.toEqual(slicesOf('another account’s'))
  expect(dealCalls(allCalls, 'a sibling’s').length).toBeGreaterThan(0)
})

it('knows the files of every group of calls', () => {
  const known = new Set(routesOfGroups().flatMap(({ groups }) => groups))
  expect(allCalls.map(({ title }) => title.split('.')[0]!).filter((group) => !known.has(group))).toEqual([])
})

it.each([
  ['its contract', 'contract/invoices/headers.ts'],
  ['its routes', 'server/invoices/headers.routes.ts'],
  ['its service', 'server/invoices/headers.service.ts'],
  ['its repository', 'server/invoices/headers.repo.ts'],
  ['its migration', 'server/migrations/0200-invoices-headers.sql'],
])('tries a call whole where %s changed', (_, file) => {
  const titles = titlesThatRunThrough([file])
  expect(titles).toContain('invoiceHeaders.create')
  expect(titles).not.toContain('addresses.create')
})

it.each(['0200-real-name.sql', '0200-real-name-papers.sql'])(
  'knows a domain of two words by its migration %s',
  (file) => {
    const titles = [...titlesThatRunThrough([`server/migrations/${file}`])]
    expect(titles).toContain('certify.submitEnterprise')
    expect(titles.filter((title) => title.startsWith('invoiceHeaders.'))).toEqual([])
  },
)

it('tries nothing whole for what no call runs through', () => {
  expect([
    ...titlesThatRunThrough(['README.md', 'src/kit/list/ResourceList.tsx', 'tests/rules/words.test.ts']),
  ]).toEqual([])
})

it.each([1, 2, 3, 4])('deals one of %i calls at least to every slice, since a suite without tests fails', (count) => {
  const few = allCalls.slice(0, count)
  const runs = Array.from({ length: sliceCount }, (_, slice) => dealCalls(few, 'few', { slice }, new Set()))
  expect(Math.min(...runs.map((tried) => tried.length))).toBe(1)
  expect([...new Set(runs.flat())]).toHaveLength(count)
})

describe('where a change begins, and which slice is tried,', () => {
  it.each(['SINCE', 'SLICE'])('is said by %s in a way that can be understood, or nothing runs', (variable) => {
    const program = `import { dealOfRun } from '${join(import.meta.dirname, '../../kit/sweep/deal.ts')}'; dealOfRun()`
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
      env: { ...process.env, [variable]: 'nosuch' },
    })
    expect(status).toBe(1)
    expect(stderr).toContain('nosuch')
  })
})

it('stays as it was dealt, though something is committed meanwhile', () => {
  const program = `import { holdDeal } from '${join(import.meta.dirname, '../../kit/sweep/deal.ts')}'
    holdDeal()
    const { SLICE, SINCE, DRESS } = process.env
    console.log(JSON.stringify([SLICE, SINCE, DRESS]))`
  const { SLICE: _, DRESS: __, SOAK: ___, ...others } = process.env
  const hold = (env: NodeJS.ProcessEnv) =>
    JSON.parse(
      spawnSync(process.execPath, ['--input-type=module', '-e', program], {
        encoding: 'utf8',
        env: { ...others, ...env },
      }).stdout,
    ) as string[]
  const [slice, since, dress] = hold({ SINCE: 'HEAD' })
  expect([slice, since, dress]).toEqual([
    String(Number(dress) % sliceCount),
    expect.stringMatching(/^[0-9a-f]{40}$/),
    expect.stringMatching(/^\d+$/),
  ])
  expect(hold({ SINCE: 'HEAD', SLICE: 'all', DRESS: '7' })).toEqual(['all', since, '7'])
})

describe('a table of rows', () => {
  const rows = Array.from({ length: 40 }, (_, i) => `/page-${i}`)
  const sources = ['server/captures/', 'package.json']
  const dealt = (slice: number | undefined, ...changed: string[]) =>
    dealRows(rows, { name: String, sources }, { slice, changed })

  it(`is tried in ${sliceCount} runs in a row, each row once`, () => {
    const tried = Array.from({ length: sliceCount }, (_, slice) => dealt(slice, 'README.md')).flat()
    expect(tried.toSorted()).toEqual(rows.toSorted())
  })

  it.each([1, 2, 3, 4])('has one of %i rows at least in every slice', (count) => {
    const few = rows.slice(0, count)
    const runs = Array.from({ length: sliceCount }, (_, slice) =>
      dealRows(few, { name: String, sources }, { slice, changed: [] }),
    )
    expect(Math.min(...runs.map((tried) => tried.length))).toBe(1)
    expect([...new Set(runs.flat())]).toHaveLength(count)
  })

  it('is tried whole where the change touches what it tries, and in a soak', () => {
    for (const file of ['server/captures/engine/picture.ts', 'package.json']) expect(dealt(0, file)).toEqual(rows)
    expect(dealt(undefined)).toEqual(rows)
    expect(strideOf(7, sources, { slice: 1, changed: ['server/captures/limits.ts'] })).toBe(7)
    expect(strideOf(7, sources, { slice: 1, changed: ['server/payments/wallet.repo.ts'] })).toBe(7 * sliceCount)
  })
})

describe('journeys, tests of faults and long tests', () => {
  const walkedAfter = (slice: number | undefined, ...changed: string[]) => dealWalks({ slice, changed }).walked
  const every = walkedAfter(undefined)
  const prices = 'tests/journeys/staff/prices.journey.ts'
  const inSlice = (file: string) =>
    Array.from({ length: sliceCount }, (_, n) => n).filter((n) => walkedAfter(n).includes(file))

  it(`are all walked in ${sliceCount} runs in a row, and the main flows in each`, () => {
    const runs = Array.from({ length: sliceCount }, (_, slice) => walkedAfter(slice))
    expect([...new Set(runs.flat())].toSorted()).toEqual(every.toSorted())
    for (const walked of runs) expect(walked).toContain('tests/journeys/evidence/main.journey.ts')
    expect(inSlice(prices)).toHaveLength(1)
  })

  it.each([
    ['a domain that they name', 'server/payments/prices.repo.ts'],
    ['its words', 'locales/en/payments.json'],
    ['what every page goes through', 'src/kit/list/ResourceList.tsx'],
    ['themselves', prices],
  ])('are walked in every run after a change of %s', (_, file) => {
    const others = Array.from({ length: sliceCount }, (_, n) => walkedAfter(n, file))
    expect(others.filter((walked) => !walked.includes(prices))).toEqual([])
  })

  it('wait for their turn after a change of what they are not about, though it stands in a list of all domains', () => {
    const others = Array.from({ length: sliceCount }, (_, n) =>
      walkedAfter(n, 'server/registry/uploads.repo.ts', 'src/app/domains.tsx'),
    )
    expect(others.filter((walked) => walked.includes(prices))).toHaveLength(1)
  })

  it('wait for their turn after a change of another journey or test, of a kit of others, and of what runs tests', () => {
    const [changed, fault] = ['tests/journeys/console/list.journey.ts', 'tests/faults/disk-full.test.ts']
    const others = ['tests/open-api/receiver.ts', 'tests/kit/sweep/deal.ts', 'tests/bin/runner/wavering.ts']
    const runs = Array.from({ length: sliceCount }, (_, n) => walkedAfter(n, changed, fault, ...others))
    for (const walked of runs) expect(walked).toEqual(expect.arrayContaining([changed, fault]))
    expect(runs.filter((walked) => walked.includes(prices))).toHaveLength(1)
    expect(runs.filter((walked) => walked.includes('tests/faults/killed.test.ts'))).toHaveLength(1)
  })

  it('try a long test after a change of its subject, and otherwise in its turn', () => {
    const long = 'tests/certificates/later-proofs.test.ts'
    const runs = (...changed: string[]) =>
      Array.from({ length: sliceCount }, (_, n) => walkedAfter(n, ...changed)).filter((walked) => walked.includes(long))
    expect(runs('src/content/pages/Help.tsx')).toHaveLength(1)
    expect(runs('proof/bundle.ts')).toHaveLength(sliceCount)
    expect(every.filter((file) => !existsSync(join(import.meta.dirname, '../../..', file)))).toEqual([])
  })

  it.each([
    ['a migration of its domain', 'server/migrations/0200-payments-refunds.sql', prices],
    ['a migration that names no domain', 'server/migrations/0201-captions.sql', prices],
    ['what keys and logs are about', 'server/trust/anchors/anchors.repo.ts', 'tests/journeys/staff/anchors.journey.ts'],
    ['a version of a library', 'package-lock.json', 'tests/faults/killed.test.ts'],
    ['a kit that it loads', 'tests/kit/sealing.ts', 'tests/faults/killed.test.ts'],
    ['a kit of another domain', 'tests/open-api/receiver.ts', 'tests/journeys/accounts/keys.journey.ts'],
    [
      'a program of the product that it starts',
      'examples/open-api-client.mjs',
      'tests/journeys/accounts/keys.journey.ts',
    ],
    [
      'a page that is built into what it shows',
      'tests/kit/ui/gadgets.resource.tsx',
      'tests/journeys/console/table.journey.ts',
    ],
    ['what judges packages', 'proof/describe.ts', 'tests/journeys/evidence/verdicts.journey.ts'],
    ['a program that it starts', 'tests/faults/seal-child.ts', 'tests/faults/disk-fails.test.ts'],
    ['a file that is served to it', 'tests/kit/fixture-site/clip.webm', prices],
    ['what is prepared before all of them', 'tests/kit/vendors/nuonuo.ts', prices],
    ['who writes the pages', 'server/site/page-writer.ts', 'tests/site/hostile-words.test.ts'],
  ])('are walked in every run after a change of %s', (_, file, walk) => {
    const runs = Array.from({ length: sliceCount }, (__, n) => walkedAfter(n, file))
    expect(runs.filter((walked) => !walked.includes(walk))).toEqual([])
  })

  it('meet every fault after a change of what keeps evidence', () => {
    const faults = every.filter((file) => file.startsWith('tests/faults/'))
    expect(walkedAfter(0, 'server/kit/storage/store.ts')).toEqual(expect.arrayContaining(faults))
    expect(walkedAfter(0, 'server/payments/prices.repo.ts').filter((f) => faults.includes(f)).length).toBeLessThan(
      faults.length,
    )
  })
})
