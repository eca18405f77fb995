import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Tracing {
  /** Lets go of the process, if it lives, and gives what was seen. */
  detach(): Promise<Call[]>
}

/** A finished system call; `begun` and `ended` are positions in the order of all that was seen. */
export interface Call {
  name: string
  text: string
  begun: number
  ended: number
}

/** The calls by which sealing changes a disk or notices that it cannot. */
export const diskCalls = [
  'openat',
  'write',
  'fsync',
  'fdatasync',
  'link',
  'linkat',
  'mkdir',
  'chmod',
  'rename',
  'unlink',
]

/** Attaches to one thread, or with `all` to a whole process, until it is let go; `inject` as strace has it. */
export async function attach(
  id: number,
  log: string,
  options: { inject?: string; all?: boolean; calls?: string[] },
): Promise<Tracing> {
  const calls = options.calls ?? diskCalls
  const args = [
    '-y',
    '-s',
    '300',
    '-o',
    log,
    '-e',
    `trace=${calls.join(',')}`,
    '-e',
    'signal=none',
    ...(options.all ? ['-f'] : []),
    ...(options.inject ? ['-e', `inject=${options.inject}`] : []),
    '-p',
    String(id),
  ]
  const strace = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((done) => strace.once('close', () => done()))
  let said = ''
  const attached = new Promise<boolean>((done) =>
    strace.stderr.on('data', (d: Buffer) => {
      said += String(d)
      if (said.includes('attached')) done(true)
    }),
  )
  if (!(await Promise.race([attached, ended.then(() => false)]))) throw new Error(`strace could not attach: ${said}`)
  return {
    async detach() {
      strace.kill('SIGINT')
      await ended
      return callsIn(readFileSync(log, 'utf8'))
    },
  }
}

/** Reads a log, joining what another thread interrupted. */
export function callsIn(log: string): Call[] {
  const calls: Call[] = []
  const open = new Map<string, Call>()
  for (const [position, line] of log.split('\n').entries()) {
    const [, thread = '', text = ''] = /^(?:(\d+) +)?(.*)$/.exec(line) ?? []
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(text)
    if (resumed) {
      const call = open.get(thread)
      if (call) Object.assign(call, { text: call.text + resumed[2]!, ended: position })
      continue
    }
    const name = /^(\w+)\(/.exec(text)?.[1]
    if (!name) continue
    const call = {
      name,
      text: text.replace(/ <unfinished \.\.\.>$/, ''),
      begun: position,
      ended: text.endsWith('<unfinished ...>') ? Infinity : position,
    }
    calls.push(call)
    if (call.ended === Infinity) open.set(thread, call)
  }
  return calls
}
