import { SMTPServer } from 'smtp-server'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'

export interface Mail {
  from: string
  to: string
  source: string
  secure: boolean
  user: string | undefined
}

export type MailAnswer = { code: number; at: 'recipient' | 'data'; words?: string } | 'hang' | 'hang up'

export interface MailServer {
  port: number
  /** Mail that it took. */
  taken: Mail[]
  next: MailAnswer[]
  close(): Promise<void>
}

interface MailServerOptions {
  /** Speaks TLS after STARTTLS; without, it has none. */
  tls?: { key: string; cert: string }
  /** Who may send. */
  user?: { name: string; password: string }
}

const refuse = (code: number, words = 'no') => Object.assign(new Error(words), { responseCode: code })

async function sourceOf(stream: Readable) {
  let source = ''
  for await (const piece of stream) source += String(piece)
  return source
}

/** A mail server on loopback that takes, refuses or leaves waiting, as it is told. */
export async function startMailServer({ tls, user }: MailServerOptions = {}): Promise<MailServer> {
  const [taken, next]: [Mail[], MailAnswer[]] = [[], []]
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: !user,
    allowInsecureAuth: !tls,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username, password }, _, done) =>
      username === user?.name && password === user?.password
        ? done(null, { user: username! })
        : done(refuse(535, 'Authentication failed')),
    onRcptTo(_, __, done) {
      const told = next[0]
      if (typeof told === 'object' && told.at === 'recipient') {
        next.shift()
        return done(refuse(told.code, told.words))
      }
      done()
    },
    onData(stream, session, done) {
      const take = async () => {
        const source = await sourceOf(stream)
        const told = next.shift()
        if (typeof told === 'object') return done(refuse(told.code, told.words))
        taken.push({
          from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
          to: session.envelope.rcptTo.map((r) => r.address).join(),
          source,
          secure: session.secure,
          user: session.user,
        })
        // It has the mail, and whoever sent it never hears so.
        if (told === 'hang') return
        if (told === 'hang up') return server.connections.forEach((c) => c.close())
        done()
      }
      void take()
    },
  })
  server.on('error', () => {})
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    next,
    close: () => new Promise((done) => server.close(() => done())),
  }
}
