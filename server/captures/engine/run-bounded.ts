import { execFile } from 'node:child_process'

export interface Ran {
  readonly outcome: 'ended' | 'not-installed' | 'timed-out'
  readonly code: number
  /** Its output by its end, or until it was stopped. */
  readonly text: string
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const MAX_TEXT = 1 << 20

/** Runs one of the machine's own programs, in no environment of ours, and not for longer than it is worth. */
export function runBounded(
  program: string,
  args: readonly string[],
  milliseconds: number,
  signal?: AbortSignal,
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = {
      timeout: milliseconds,
      killSignal: 'SIGKILL' as const,
      maxBuffer: MAX_TEXT,
      env: { PATH, LC_ALL: 'C' },
      cwd: '/',
      ...(signal ? { signal } : {}),
    }
    execFile(program, args, options, (error, text) => {
      if (error && ['ENOENT', 'EACCES'].includes(String(error.code)))
        return resolve({ outcome: 'not-installed', code: 0, text: '' })
      if (error && (error.killed || typeof error.code !== 'number'))
        return resolve({ outcome: 'timed-out', code: 0, text })
      resolve({ outcome: 'ended', code: typeof error?.code === 'number' ? error.code : 0, text })
    })
  })
}
