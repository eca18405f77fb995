import { describe, expect, it } from 'vitest'
import { safeTarget } from '../../src/accounts/public/target.ts'

const here = 'https://evidence.example'

describe('where somebody goes after signing in', () => {
  it.each(['/evidence', '/evidence?name=a b&page=2', '/captures/web#top'])(
    'is the path of ours that was asked for: %s',
    (to) => {
      expect(safeTarget(to)).toBe(to)
    },
  )

  it.each([
    null,
    '',
    'evidence',
    'https://elsewhere.example/',
    'javascript:alert(1)',
    '//elsewhere.example/',
    '/\\elsewhere.example/',
    // Browsers drop these before they read an address.
    '/\t/elsewhere.example/',
    '/\n/elsewhere.example/',
    '/\r\\elsewhere.example/',
    '\t//elsewhere.example/',
  ])('is never somewhere else: %j', (to) => {
    expect(new URL(safeTarget(to), here).origin).toBe(here)
    expect(safeTarget(to)).toBe('/browse')
  })
})
