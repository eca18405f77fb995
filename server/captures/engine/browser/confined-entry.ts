/**
 * The first program inside an empty network namespace: raises the loopback, carries each connection
 * from it to the guard's unix socket, and starts the browser. It ends with the browser.
 */
import { spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'
import { LOOPBACK_UP } from './isolation.ts'

export interface ConfinedStart {
  readonly socketPath: string
  readonly relayPort: number
  readonly command: readonly string[]
  readonly uid: number | null
  readonly env: Readonly<Record<string, string>>
}

const start = JSON.parse(process.argv[2] ?? '{}') as ConfinedStart

function raiseLoopback(): void {
  const up = LOOPBACK_UP.some(([command, ...args]) => spawnSync(command, args, { stdio: 'ignore' }).status === 0)
  if (!up) process.exit(97)
}

function relay(listening: () => void): void {
  const server = createServer({ allowHalfOpen: true }, (client) => {
    const guard = connect({ path: start.socketPath, allowHalfOpen: true })
    client.on('error', () => guard.destroy())
    guard.on('error', () => client.destroy())
    // The bytes that were read last are still written out.
    client.on('close', () => guard.destroySoon())
    guard.on('close', () => client.destroySoon())
    client.pipe(guard)
    guard.pipe(client)
  })
  server.on('error', () => process.exit(98))
  server.listen(start.relayPort, '127.0.0.1', listening)
}

function startBrowser(): void {
  const [file = '', ...args] = start.command
  const browser = spawn(file, args, {
    cwd: '/',
    env: { ...start.env },
    // 3 and 4 are the debugging pipes this program was given and never touches.
    stdio: ['ignore', 'ignore', 'inherit', 3, 4],
    ...(start.uid === null ? {} : { uid: start.uid, gid: start.uid }),
  })
  browser.on('error', () => process.exit(99))
  browser.on('exit', (code) => process.exit(code ?? 1))
}

raiseLoopback()
relay(startBrowser)
