import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Envelope } from '../../../contract/kit/envelope.ts'
import { slowSheet } from '../../captures/batch/bare-sheet.ts'
import { crowdedPdf } from '../../kit/small-pdf.ts'
import { type Calls, callsOf, type Sender } from './calls-of-shares.ts'

const { url, sender } = workerData as { url: string; sender: Sender }

/** Sends the worst that there is of each kind, as often as the limits of calls allow; ends once what it sent is answered. */
async function sendWorst({ sheet, paper, request }: Calls) {
  const [sheets, papers] = [slowSheet(4_000_000), crowdedPdf(200_000)]
  const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x${i}`, 1])))
  const sent: Promise<string>[] = []
  const codeOf = (kind: string, asked: Promise<Envelope>) => {
    sent.push(asked.then(({ success, errorCode }) => `${kind} ${success ? 'taken' : errorCode}`, String))
  }
  let goesOn = true
  parentPort!.once('message', () => (goesOn = false))
  for (let n = 0; goesOn; n++) {
    if (n % 2) codeOf('paper', paper(papers))
    else codeOf('sheet', sheet(sheets))
    for (let i = 0; i < 5; i++) codeOf('request', request(fields))
    await sleep(250)
  }
  const counts = Object.groupBy(await Promise.all(sent), (code) => code)
  return Object.entries(counts).map(([code, all]) => `${code} ${all!.length}`)
}

parentPort!.postMessage(await sendWorst(callsOf(url, sender)))
