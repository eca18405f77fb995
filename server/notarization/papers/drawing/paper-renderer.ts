import { join } from 'node:path'
import { openRenderer, type Renderer } from '../../../kit/paper/renderer.ts'
import type { PaperTask } from './paper-model.ts'

let renderer: Renderer<PaperTask> | undefined

/** Draws papers, and takes documents of others apart, in a thread beside the service: what they hold is not ours. */
export function makeInThread(task: PaperTask): Promise<Buffer> {
  renderer ??= openRenderer(join(import.meta.dirname, 'paper-worker.ts'))
  return renderer.draw(task)
}
