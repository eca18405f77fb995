import { readdirSync, readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { WebCaptureLimits } from '../../../server/captures/web/web-capture.ts'
import { startTlsHost } from '../../kit/fixture-site/tls-hosts.ts'
import type { TlsKind } from '../../kit/fixture-site/tls-hosts.ts'
import { dealRows } from '../../kit/sweep/deal.ts'
import { capture } from '../capture-kit.ts'
import type { Attempt } from '../capture-kit.ts'
import { captureSources, leavingNothing, open, start, WORDS } from '../hard-page-kit.ts'

leavingNothing()

const FAILED: Readonly<Record<string, { readonly limits?: Partial<WebCaptureLimits>; readonly code: string }>> = {
  '/bomb-br': { limits: { memoryMb: 500 }, code: 'memory-limit' },
  '/bomb-zstd': { limits: { memoryMb: 500 }, code: 'memory-limit' },
  '/loads-bomb': { limits: { memoryMb: 500 }, code: 'memory-limit' },
  '/huge-length': { limits: { bytes: 3_000_000 }, code: 'too-large' },
  '/popups': { code: 'too-many-windows' },
  '/long-address': { limits: { toldMb: 20 }, code: 'record-limit' },
  '/long-sockets': { limits: { toldMb: 20 }, code: 'record-limit' },
  '/deep': { code: 'page-crashed' },
}
const HOSTS: readonly (readonly [kind: TlsKind, codes: readonly string[]])[] = [
  ['expired', ['tls-invalid']],
  ['wrong-name', ['tls-invalid']],
  ['old-protocol', ['tls-invalid']],
  // A host that closes right behind its alert may reset the connection before the alert is heard.
  ['asks-certificate', ['client-certificate', 'connection-closed']],
]

describe('a page that cannot be collected fails with its reason', () => {
  const failure = async (attempt: Attempt): Promise<{ code: string }> => {
    const error = await attempt.result.then(
      () => ({ code: 'collected' }),
      (reason: { code: string }) => reason,
    )
    expect(await readdir(attempt.outDir).catch(() => [])).toEqual([])
    for (const words of WORDS) expect(words['failure']?.[error.code]).toBeTruthy()
    return error
  }

  const rows = dealRows(Object.entries(FAILED), { name: ([path]) => path, sources: captureSources })
  it.each(rows)('%s', async (path, { limits, code }) => {
    expect(await failure((await start(path, {}, { limits: limits ?? {} })).attempt)).toMatchObject({ code })
  })

  it('a page that moves under its picture to where nobody answers: the error page is not pictured', async () => {
    let tell: () => Promise<unknown> = () => Promise.resolve()
    const pictured = ({ detail }: { detail?: string }) =>
      void (detail === 'screenshot' && setTimeout(() => void tell(), 300))
    const { attempt, site } = await start('/mover-nowhere', {}, { onProgress: pictured })
    tell = () => fetch(`${site.url}/tell`)
    expect(await failure(attempt)).toMatchObject({ code: 'connection-refused' })
  })

  it.each(dealRows(HOSTS, { name: ([kind]) => kind, sources: captureSources }))(
    'a host at fault: %s',
    async (kind, codes) => {
      const host = await startTlsHost(kind)
      open.push(() => host.close())
      // Trusted by its key where the fault to be told is another.
      const attempt = await capture({ url: host.url }, kind === 'asks-certificate' ? { trustSpki: [host.spki] } : {})
      open.push(() => attempt.remove())
      expect(codes).toContain(((await failure(attempt)) as { code?: string }).code)
    },
  )

  const KILLED: readonly (readonly [string, RegExp, string])[] = [
    ['the renderer', /--type=renderer/, 'page-crashed'],
    ['the browser', /^(?!.*--type=).*--remote-debugging-pipe/s, 'browser-crashed'],
  ]

  it.each(KILLED)('%s was killed', async (_, pattern, code) => {
    const kill = () => childrenLike(pattern).forEach((pid) => process.kill(pid, 'SIGKILL'))
    const { attempt } = await start(
      '/landing',
      { delaySeconds: 3 },
      { onProgress: ({ step }) => void (step === 'settle' && setTimeout(kill, 700)) },
    )
    expect(await failure(attempt)).toMatchObject({ code })
  })
})

const statusOf = (pid: string): { line: string; parent: string } => {
  try {
    return {
      line: readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      parent: readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ')[1] ?? '0',
    }
  } catch {
    // It ended while the list was read.
    return { line: '', parent: '0' }
  }
}

const isOurs = (pid: string): boolean =>
  Number(pid) > 1 && (Number(pid) === process.pid || isOurs(statusOf(pid).parent))

/** Processes that this one started, at whatever remove, by their command line. */
const childrenLike = (pattern: RegExp): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && pattern.test(statusOf(entry).line) && isOurs(entry))
    .map(Number)
