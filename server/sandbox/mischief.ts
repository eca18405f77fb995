import type { ServerResponse } from 'node:http'

const astray = ['hang', 'hang up', 'half', 'redirect', '502', 'huge'] as const
/** What happens to an answer on its way: what was asked is done all the same. */
type Astray = (typeof astray)[number]

/** How an answer is sent, where not as its vendor would, whichever vendor it is. */
export type Mischief =
  | Astray
  | 'value changed'
  | 'spaces added'
  | 'forged'
  | 'unsigned'
  | 'sign no base64'
  | 'sign of another'
  | 'replay'

export const isAstray = (how: unknown): how is Astray => astray.some((one) => one === how)

export function sendAstray(response: ServerResponse, how: Astray): void {
  switch (how) {
    case 'hang':
      return
    case 'hang up':
      return void response.destroy()
    case 'half':
      return void response.writeHead(200, { 'content-length': 900 }).write('{"code_')
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end()
    case '502':
      return void response.writeHead(502, { 'content-type': 'text/html' }).end('<html>Bad Gateway</html>')
    case 'huge':
      return void response.end(`{"x":"${'a'.repeat(10_000_000)}"}`)
  }
}
