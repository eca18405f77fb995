import { spawn } from 'node:child_process'
import { freePort } from '../../kit/outside/free-port.ts'
import { anvilProgram } from './anvil-program.ts'

/** A chain of one's own: its first account has money, and may be spoken for. */
export interface Anvil {
  url: string
  port: number
  ask<T = unknown>(method: string, ...params: unknown[]): Promise<T>
  mine(blocks?: number): Promise<void>
  /** Ends it as a power cut would; the chain is gone with it. */
  kill(): Promise<void>
}

/** The first two accounts of every anvil, from the mnemonic that it is known for. */
export const richKey = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'
export const otherAccount = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export async function askUrl<T>(url: string, method: string, params: unknown[]): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Blocks are made when a test says so. */
export async function startAnvil({
  port,
  args = ['--no-mining'],
}: { port?: number; args?: string[] } = {}): Promise<Anvil> {
  const at = port ?? (await freePort())
  const child = spawn(anvilProgram(), ['--port', String(at), '--accounts', '2', '--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const url = `http://127.0.0.1:${at}`
  const ask = <T>(method: string, ...params: unknown[]) => askUrl<T>(url, method, params)
  const until = Date.now() + 20_000
  while (!(await ask('eth_chainId').catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > until) throw new Error('anvil did not start')
    await new Promise((r) => setTimeout(r, 30))
  }
  return {
    url,
    port: at,
    ask,
    mine: async (blocks = 1) => void (await ask('anvil_mine', `0x${blocks.toString(16)}`)),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
