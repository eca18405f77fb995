import type { FastifyReply } from 'fastify'
import type { Config } from '../kit/settings/config.ts'

/** Only our own scripts run, nothing is framed by others, and files of evidence never share this origin's rights. */
const contentPolicyOf = ({ previewOrigin: preview = '' }: Config) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data: blob: ${preview}`,
    `media-src 'self' blob: ${preview}`,
    `frame-src ${preview || "'none'"}`,
    "connect-src 'self'",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]
    .map((rule) => rule.trim())
    .join('; ')

/** Of no page of ours does anything ask for these. */
const unused = ['camera', 'microphone', 'geolocation', 'display-capture', 'payment', 'usb', 'serial', 'hid', 'midi']

const baseHeadersOf = (config: Config) => ({
  'content-security-policy': contentPolicyOf(config),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': unused.map((name) => `${name}=()`).join(', '),
  // Neighbours of the host are not ours to decide on, so nothing is said of them.
  ...(config.mode === 'production' && config.publicUrl.startsWith('https:')
    ? { 'strict-transport-security': 'max-age=31536000' }
    : {}),
})

/**
 * What every answer says to browsers, whatever it is. Put onto Node's own response before anything else happens to a request: streams and resumable
 * uploads write there and never come by the framework's hooks. Whoever answers may set one of them otherwise, as bytes do with their policy.
 */
export function baseHeaders(config: Config): (reply: FastifyReply) => void {
  const headers = Object.entries(baseHeadersOf(config))
  return ({ raw }) => {
    for (const [name, value] of headers) raw.setHeader(name, value)
  }
}
