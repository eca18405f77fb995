import { spawnSync } from 'node:child_process'

/** Whether a program the test needs is there. Its absence skips the test, but never in CI. */
export function requireTool(name: string): boolean {
  const there = spawnSync('sh', ['-c', 'command -v "$1"', 'sh', name]).status === 0
  if (!there && process.env['CI'] === 'true') throw new Error(`${name} is needed in CI`)
  return there
}

export interface Outcome {
  ok: boolean
  text: string
}

/** Runs a program; its two outputs as one text. */
export function runTool(program: string, args: string[], cwd?: string): Outcome {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', cwd, maxBuffer: 64 * 1024 * 1024 })
  return { ok: status === 0, text: `${stdout}${stderr}` }
}
