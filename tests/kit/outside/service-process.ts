import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import type { CaptchaWork } from '../../../contract/accounts/session.ts'
import { solveWork } from '../people/solve-work.ts'
import { freePort } from './free-port.ts'
import { programEnvironment } from './program-environment.ts'

type Environment = Record<string, string | undefined>

export interface SpawnedService {
  url: string
  pid: number
  /** What it has printed so far, on either stream. */
  said(): string
  ended: Promise<number | null>
  end(signal: 'SIGINT' | 'SIGKILL'): Promise<void>
}

/** The service as `npm start` runs it, on a free port, with these settings alone; it may end by itself. */
export async function spawnService(env: Environment): Promise<SpawnedService> {
  const port = await freePort()
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../../../server/bin/start.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...programEnvironment(), PORT: String(port), ...env },
  })
  let said = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (d: Buffer) => (said += String(d)))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    said: () => said,
    ended,
    end: (signal) =>
      new Promise((done) => {
        child.once('exit', () => done())
        if (child.exitCode !== null || !child.kill(signal)) done()
      }),
  }
}

/** Asks until the service answers, whatever it answers unless told otherwise. */
export async function answerOf(
  service: SpawnedService,
  path: string,
  good: (r: Response) => boolean = () => true,
): Promise<Response> {
  let over = false
  void service.ended.then(() => (over = true))
  for (;;) {
    const response = await fetch(`${service.url}${path}`).catch(() => undefined)
    if (response && good(response)) return response
    if (over) throw new Error(`the service ended: ${service.said()}`)
    await new Promise((r) => setTimeout(r, 25))
  }
}

export interface ServiceProcess extends SpawnedService {
  readyMs: number
}

/** A local installation over the given data folder, ready; captures may reach loopback. */
export async function startServiceProcess(data: string, env: Environment = {}): Promise<ServiceProcess> {
  const began = performance.now()
  const service = await spawnService({
    SHIMAKAZE_DATA: data,
    SHIMAKAZE_ALLOW_PRIVATE: '127.0.0.0/8',
    ...env,
  })
  await answerOf(service, '/readyz', (r) => r.ok)
  return { ...service, readyMs: performance.now() - began }
}

/** Posts to the service and gives the envelope's data. A session outlives the process: point `url` at the next one. */
export interface ServiceClient {
  (path: string, body: object, method?: 'POST' | 'PUT'): Promise<unknown>
  url: string
}

const headers = { 'content-type': 'application/json', 'x-lang': 'en' }

/** Answers the question over HTTP, as a device would. */
export async function passQuestion(url: string): Promise<{ captchaId: string; captcha: string }> {
  const { data } = (await (await fetch(`${url}/shimakaze/captcha?kind=work`, { headers })).json()) as {
    data: { captchaId: string; work: CaptchaWork }
  }
  return { captchaId: data.captchaId, captcha: await solveWork(data.work) }
}

/** Signs in over HTTP by password. */
export async function signIn(url: string, phone: string, password: string): Promise<{ token: string; cookie: string }> {
  const answer = { phone, password, ...(await passQuestion(url)) }
  const response = await fetch(`${url}/shimakaze/login`, { method: 'POST', headers, body: JSON.stringify(answer) })
  const reply = (await response.json()) as { data: { token: string } | null }
  return { token: reply.data?.token ?? '', cookie: response.headers.get('set-cookie') ?? '' }
}

/** A demo account, the enterprise unless named; its password stands in what the first start printed. */
export async function signInDemo(
  url: string,
  said: string,
  who: 'enterprise' | 'personal' | 'operator' = 'enterprise',
): Promise<ServiceClient> {
  const [, phone = '', password = ''] = new RegExp(`${who}\\s+(\\d+)\\s+(\\S+)`).exec(said) ?? []
  return clientOf(url, (await signIn(url, phone, password)).token)
}

function clientOf(url: string, token: string): ServiceClient {
  const client: ServiceClient = async (path, body, method = 'POST') => {
    const at = client.url
    const headers = { 'content-type': 'application/json', 'x-auth-token': token }
    const request: RequestInit = { method, headers, body: JSON.stringify(body) }
    const response = await fetch(`${at}/shimakaze/${path}`, request)
    return ((await response.json()) as { data: unknown }).data
  }
  client.url = url
  return client
}
