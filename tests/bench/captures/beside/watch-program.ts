import { spawn } from 'node:child_process'
import { programEnvironment } from '../../../kit/outside/program-environment.ts'
import { type TreeUse, watchTree } from '../../kit/watch-tree.ts'

export interface ProgramUse extends TreeUse {
  readonly milliseconds: number
  readonly code: number | null
  /** Everything that it printed, on either stream. */
  readonly said: string
}

/** Runs a program of Node to its end, and measures it with all that it starts. */
export async function watchProgram(
  args: readonly string[],
  env: Record<string, string | undefined> = {},
): Promise<ProgramUse> {
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...env },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d: Buffer) => (said += String(d)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  let milliseconds = 0
  const use = await watchTree(child.pid!, async () => {
    await ended
    milliseconds = performance.now() - began
  })
  return { ...use, milliseconds, code: await ended, said }
}
