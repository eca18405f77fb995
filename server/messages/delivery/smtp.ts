import { createTransport } from 'nodemailer'
import type { MailSettings } from './messages.settings.ts'
import { type Carrier, type Letter, type Outcome, outcomeOfFailure, wordsOf } from './carrier.ts'

interface Refusal {
  code?: string
  command?: string
  responseCode?: number
  response?: string
  message?: string
}

/** Before a message was begun: certainly nothing arrived. */
const before = new Set(['EDNS', 'ETLS', 'EREQUIRETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY'])
const beginnings = /Connection timeout|Greeting never received|certificate|SSL|TLS/

function judge(error: Refusal, letter: Letter): Outcome {
  const { code = '', command = '', responseCode, response = '', message = '' } = error
  if (responseCode !== undefined) {
    // Who sends and with what password is the settings'; whom it goes to and what it says is the message's.
    const kind = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA') ? 'refused' : 'later'
    return { kind, error: wordsOf(String(responseCode), response, letter) }
  }
  if (before.has(code) || (command === 'CONN' && beginnings.test(message)))
    return { kind: 'later', error: wordsOf(code, message, letter) }
  return outcomeOfFailure(error, 'smtp')
}

/** Mail by SMTP: one text part. A repeat has the same Message-ID, by which most mailboxes drop it. */
export function smtpCarrier(
  { host, port, secure, plain, user, password, from }: MailSettings,
  timeout: number,
): Carrier {
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
    host,
    port,
    secure,
    requireTLS: !secure && !plain,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: !plain },
    connectionTimeout: timeout,
    greetingTimeout: timeout,
    socketTimeout: timeout,
    dnsTimeout: timeout,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user && { auth: { user, pass: password ?? '' } }),
  })
  const domain = /@([^\s<>]+)/.exec(from)![1]
  return {
    async deliver(letter) {
      try {
        const { response } = await transport.sendMail({
          from,
          to: { name: '', address: letter.recipient },
          subject: letter.subject ?? '',
          text: letter.text,
          messageId: `<${letter.id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': letter.lang },
        })
        return { kind: 'sent', vendorId: wordsOf('250', String(response).replace(/^250[ -]*/, ''), letter).slice(5) }
      } catch (error) {
        return judge(error as Refusal, letter)
      }
    },
    close: () => transport.close(),
  }
}
