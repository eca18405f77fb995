import { expect, it, vi } from 'vitest'
import { choose, testsThatLoad } from './affected.ts'

// Of no known time: each counts as one second.
const loading = ['tests/rules/some.test.ts', 'tests/messages/some.test.ts', 'tests/invoices/some.test.ts']

it('runs the tests of a change’s own domain first, then rules, then others', () => {
  const { chosen } = choose(loading, ['server/invoices/headers.service.ts'], 1_000)
  expect(chosen).toEqual([loading[2], loading[0], loading[1]])
})

it('takes a domain by its words too', () => {
  expect(choose(loading, ['locales/en/messages.json'], 1_000).chosen[0]).toBe(loading[1])
})

it('says what does not fit into its time', () => {
  const { chosen, left } = choose(loading, ['server/invoices/headers.service.ts'], 1)
  expect(chosen).toEqual([loading[2]])
  expect(left).toHaveLength(2)
})

it('runs what still fits where a long test comes before it', () => {
  const long = 'tests/captures/pages/hard-pages.test.ts'
  expect(choose([long, ...loading], [long], 20)).toMatchObject({ chosen: { length: 3 }, left: [long] })
})

it('finds what loads a file, through other files', { timeout: 120_000 }, async () => {
  const found = await testsThatLoad(['tests/bin/runner/report.ts'])
  expect(found).toContain('tests/bin/runner/wavering.test.ts')
  expect(found).not.toContain('tests/invoices/headers.api.test.ts')
})

it('leaves no sign of a test run to what runs next', { timeout: 120_000 }, async () => {
  vi.stubEnv('VITEST', undefined)
  try {
    await testsThatLoad(['tests/bin/runner/report.ts'])
    expect(process.env['VITEST']).toBeUndefined()
  } finally {
    vi.unstubAllEnvs()
  }
})
