import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import { onLoopback } from '../../../server/sandbox/on-loopback.ts'
import { askUrl } from './anvil.ts'

interface Question {
  method: string
  params: unknown[]
}
/** What is answered in place of the node: an answer, text as it stands, a status, or nothing at all. */
type Manner = (
  question: Question,
  honest: () => Promise<unknown>,
) => Promise<
  | { result: unknown }
  | { error: { code: number; message: string } }
  | { text: string; status?: number }
  | 'hang'
  | 'hang up'
>

const honestly: Manner = async (_, honest) => ({ result: await honest() })

/** A proxy between the service and a node: passes on, lies, keeps silent. */
export async function startLyingProxy(node: () => string) {
  const asked: Question[] = []
  let manner = honestly
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const question = (await json(request)) as Question
    asked.push(question)
    const told = await manner(question, () => askUrl(node(), question.method, question.params)).catch(
      (error: unknown) => ({ error: { code: -32_000, message: (error as Error).message } }),
    )
    if (told === 'hang') return
    if (told === 'hang up') return void response.destroy()
    const status = 'status' in told ? told.status : 200
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end('text' in told ? told.text : JSON.stringify({ jsonrpc: '2.0', id: 1, ...told }))
  }
  const server = createServer((request, response) => void answer(request, response))
  return {
    ...(await onLoopback(server)),
    asked,
    behave(next: Manner = honestly) {
      manner = next
    },
    /** Lies about some methods alone. */
    lie(about: Record<string, unknown>) {
      manner = async ({ method }, honest) => ({ result: method in about ? about[method] : await honest() })
    },
  }
}
