import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { type ServiceProcess, type SpawnedService, startServiceProcess } from '../kit/outside/service-process.ts'
import { programEnvironment } from '../kit/outside/program-environment.ts'

/** What machines of one installation share, and a data folder of each one's own. */
export interface Installation {
  home: string
  env: Record<string, string>
}

const envOf = ({ home, env }: Installation, name: string) => ({
  SHIMAKAZE_DATA: join(home, name),
  SHIMAKAZE_KEYS: join(home, 'keys'),
  SHIMAKAZE_ALLOW_PRIVATE: '127.0.0.0/8',
  ...env,
})

/** A process that serves people and leaves captures to workers. */
export const startApi = (of: Installation, name: string): Promise<ServiceProcess> =>
  startServiceProcess(join(of.home, name), { ...envOf(of, name), SHIMAKAZE_CAPTURES: '0' })

export interface WorkerProcess extends Pick<SpawnedService, 'pid' | 'said' | 'end'> {
  name: string
}

/** `npm run worker` on a machine of its own; ready, or ended with what it said. */
export async function startWorkerProcess(of: Installation, name: string): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../server/bin/worker.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), SHIMAKAZE_CAPTURES: '1', ...envOf(of, name) },
  })
  let said = ''
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const ready = new Promise<boolean>((done) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (d: Buffer) => {
        said += String(d)
        if (said.includes('Worker ready')) done(true)
      })
    }
  })
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(said)
  return {
    name,
    pid: child.pid!,
    said: () => said,
    async end(signal) {
      child.kill(signal)
      await ended
    },
  }
}
