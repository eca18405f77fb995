import { join } from 'node:path'
import { DrawingError, openRenderer, type Renderer } from '../../../kit/paper/renderer.ts'
import { EndedApart, openApart } from '../../../kit/work/apart.ts'
import { openTurns } from '../../../kit/work/turns.ts'
import type { ForeignAnswer, ForeignPaper, ForeignTask, PaperModel } from './paper-model.ts'

let renderer: Renderer<PaperModel> | undefined

/** Draws a paper of ours in a thread beside the service. */
export function drawInThread(model: PaperModel): Promise<Buffer> {
  renderer ??= openRenderer(join(import.meta.dirname, 'paper-worker.ts'))
  return renderer.draw(model)
}

const file = join(import.meta.dirname, 'foreign-paper-worker.ts')
/** A document of 20 MB needs some hundred megabytes; one that needs more was made to. */
const memory = { heap: 384, memory: 768 }

/** Half of what making it a paper may take: whatever passed its trial is sealed, on a busy machine too. */
const askTrial = openApart<ForeignTask, ForeignAnswer>(file, { ...memory, milliseconds: 30_000 }, 2)
const trialInTurn = openTurns({ atOnce: 2, mostInAll: 20, mostOfOne: 4 })

/** A place of its own: no document that is only tried keeps papers from their seals. */
const askPaper = openApart<ForeignTask, ForeignAnswer>(file, { ...memory, milliseconds: 60_000 }, 1)

/** Takes a document of somebody else apart in a process of its own: what it holds is not ours. */
async function paperOf(asked: Promise<ForeignAnswer>): Promise<Buffer> {
  const answer = await asked.catch((error: unknown) => {
    throw error instanceof EndedApart ? new DrawingError(error.message) : error
  })
  if ('error' in answer) throw new DrawingError(answer.error)
  return Buffer.from(answer.paper)
}

/** Throws `DrawingError` where a document that an account sent cannot become a paper. */
export async function tryApart(accountId: string, trial: Uint8Array): Promise<void> {
  await trialInTurn(accountId, () => paperOf(askTrial({ trial })))
}

/** A document that passed its trial as a paper. */
export const makeApart = (paper: ForeignPaper): Promise<Buffer> => paperOf(askPaper(paper))
