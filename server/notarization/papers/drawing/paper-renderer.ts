import { join } from 'node:path'
import { DrawingError, openRenderer, type Renderer } from '../../../kit/paper/renderer.ts'
import { EndedApart, openApart } from '../../../kit/work/apart.ts'
import type { ForeignAnswer, ForeignTask, PaperModel } from './paper-model.ts'

let renderer: Renderer<PaperModel> | undefined

/** Draws a paper of ours in a thread beside the service. */
export function drawInThread(model: PaperModel): Promise<Buffer> {
  renderer ??= openRenderer(join(import.meta.dirname, 'paper-worker.ts'))
  return renderer.draw(model)
}

/** A document of 20 MB needs some hundred; one that needs more was made to. */
const bounds = { heap: 384, memory: 768, milliseconds: 60_000 }
const askForeign = openApart<ForeignTask, ForeignAnswer>(
  join(import.meta.dirname, 'foreign-paper-worker.ts'),
  bounds,
  2,
)

/** Takes a document of somebody else apart in a process of its own: what it holds is not ours. Throws `DrawingError` where it cannot become a paper. */
export async function makeApart(task: ForeignTask): Promise<Buffer> {
  const answer = await askForeign(task).catch((error: unknown) => {
    throw error instanceof EndedApart ? new DrawingError(error.message) : error
  })
  if ('error' in answer) throw new DrawingError(answer.error)
  return Buffer.from(answer.paper)
}
