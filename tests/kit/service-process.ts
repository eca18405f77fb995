import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from './free-port.ts'

export interface ServiceProcess {
  url: string
  pid: number
  readyMs: number
  /** What it has printed so far. */
  said(): string
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

/** The service as `npm start` runs it, on a free port, over the given data folder; captures may reach loopback. */
export async function startServiceProcess(data: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
  const port = await freePort()
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../../server/bin/start.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], PORT: String(port), SHIMAKAZE_DATA: data, SHIMAKAZE_ALLOW_PRIVATE: '127.0.0.0/8', ...env },
  })
  let said = ''
  child.stdout!.on('data', (d: Buffer) => (said += String(d)))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).then((r) => r.ok, () => false))) {
    if (child.exitCode !== null) throw new Error(`the service ended: ${said}`)
    await new Promise((r) => setTimeout(r, 25))
  }
  return {
    url, pid: child.pid!, readyMs: performance.now() - began, said: () => said,
    end: (signal) =>
      new Promise((done) => {
        child.once('exit', () => done())
        child.kill(signal)
      }),
  }
}

/** Posts to the service and gives the envelope's data. A session outlives the process: point `url` at the next one. */
export interface ServiceClient {
  (path: string, body: object): Promise<unknown>
  url: string
}

const words = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']

/** Signs the demo enterprise in over HTTP, answering the question in words; its password stands in what the first start printed. */
export async function signInDemo(url: string, said: string): Promise<ServiceClient> {
  const password = /enterprise\s+19000000001\s+(\S+)/.exec(said)?.[1] ?? ''
  const headers = { 'content-type': 'application/json', 'x-lang': 'en' }
  const { data } = (await (await fetch(`${url}/shimakaze/captcha?kind=text`, { headers })).json()) as { data: { captchaId: string; question: string } }
  const [a, b] = data.question.match(/\b(two|three|four|five|six|seven|eight|nine)\b/g)!.map((w) => words.indexOf(w) + 2)
  const answer = { phone: '19000000001', password, captchaId: data.captchaId, captcha: String(a! + b!) }
  const reply = (await (await fetch(`${url}/shimakaze/login`, { method: 'POST', headers, body: JSON.stringify(answer) })).json()) as { data: { token: string } }
  return clientOf(url, reply.data.token)
}

function clientOf(url: string, token: string): ServiceClient {
  const client: ServiceClient = async (path: string, body: object) => {
    const at = client.url
    const response = await fetch(`${at}/shimakaze/${path}`, { method: 'POST', headers: { 'content-type': 'application/json', 'x-auth-token': token }, body: JSON.stringify(body) })
    return ((await response.json()) as { data: unknown }).data
  }
  client.url = url
  return client
}
