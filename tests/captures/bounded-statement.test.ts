import { expect, it } from 'vitest'
import { parseStatement, statementBytes } from '../../proof/statement.ts'
import { sealableWebCapture } from '../../server/captures/web/seal-web-capture.ts'
import { localAuthority, makeSample, smallContents, statementFor } from '../trust/sample.ts'

const at = '2026-11-21T08:38:10.120Z'
const address = (name: string) => `https://example.com/${name}${'x'.repeat(2_000_000)}`

/** A page that makes everything that is said of it as long as a browser lets it. */
const endless = () =>
  sealableWebCapture({
    requestedUrl: 'https://example.com/',
    finalUrl: address('final'),
    title: `${'长'.repeat(999)}\u{1F600}${'长'.repeat(9_000_000)}`,
    startedAt: at,
    finishedAt: at,
    completeness: 'partial',
    missing: [
      { code: 'page-moved', params: { url: address('moved') } },
      { code: 'resources-refused', params: { hosts: Array.from({ length: 20_000 }, (_, i) => `host${i}.example`) } },
    ],
    redirects: Array.from({ length: 2_000 }, (_, i) => ({
      url: `${i ? address('hop') : 'https://example.com/'}`,
      status: 302,
      to: address('next'),
      kind: i === 1_999 ? 'final' : 'http',
      remoteAddress: '93.184.215.14',
      at,
    })),
    dns: Array.from({ length: 20_000 }, (_, i) => ({ host: `host${i}.example`, answers: [], verdict: 'refused' })),
    tiles: Array.from({ length: 160 }, (_, i) => ({ path: `tile-${i}.png`, width: 1, height: 1, offset: i })),
    files: [],
  })

it('a page with a title and addresses without an end gets a statement that verifies, and a certificate with a last page', async () => {
  const { statement, shown } = endless()
  const stated = statementFor(smallContents, { capture: statement as never })
  const bytes = statementBytes(stated)
  expect(bytes.length).toBeLessThan(2_000_000)
  expect(parseStatement(bytes)).toEqual(stated)
  expect(statement).toMatchObject({ title: `${'长'.repeat(999)}…`, finalUrl: expect.stringMatching(/x…$/) as string })
  expect(statement.missing[1]!['params']).toEqual({
    hosts: [...Array.from({ length: 98 }, (_, i) => `host${i}.example`), '…', 'host19999.example'],
  })
  const { redirects, tiles } = shown as { redirects: { kind: string }[]; tiles: unknown[] }
  expect([redirects.length, redirects.at(-1)!.kind, tiles.length]).toEqual([100, 'final', 160])
  const { pdf } = await makeSample(await localAuthority(), stated)
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)!.length).toBeLessThan(12)
})

it('no statement is sealed that its readers would find too large', () => {
  const stated = statementFor(smallContents, { name: 'x'.repeat(17 * 1024 * 1024) })
  expect(() => statementBytes(stated)).toThrow('statement-too-large')
})
