import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { programEnvironment } from './program-environment.ts'

export interface ProgramOutcome {
  code: number | null
  text: string
}

/** Runs one of `server/bin` to its end, with these settings alone and nobody at the keyboard. */
export function runProgram(
  name: 'ceremony' | 'admin',
  args: string[],
  env: Record<string, string | undefined> = {},
): Promise<ProgramOutcome> {
  const child = spawn(process.execPath, [join(import.meta.dirname, `../../../server/bin/${name}.ts`), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (d: Buffer) => (text += String(d)))
  return new Promise((done) => child.once('close', (code) => done({ code, text })))
}
