import { Worker } from 'node:worker_threads'

export interface Renderer<Model> {
  /** Draws in turn; the caller waits without holding up the event loop. */
  draw: (model: Model) => Promise<Buffer>
  close: () => Promise<void>
}

export class DrawingError extends Error {}

interface Waiting {
  resolve: (paper: Buffer) => void
  reject: (error: Error) => void
}

type Answer = { id: number; paper: Uint8Array } | { id: number; error: string }

/**
 * One drawing thread of this file, started by the first paper and again after it died. No paper takes a minute: what does is a document that
 * somebody made to take for ever, and its thread is ended.
 */
export function openRenderer<Model>(workerFile: string, { longest = 60_000 } = {}): Renderer<Model> {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let last = 0
  let queue: Promise<unknown> = Promise.resolve()

  const failAll = (error: Error) => {
    worker = undefined
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const settle = (answer: Answer) => {
    const task = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('paper' in answer) task?.resolve(Buffer.from(answer.paper))
    else task?.reject(new DrawingError(answer.error))
  }
  const start = () => {
    const started = new Worker(workerFile)
    started.unref()
    started.on('message', settle)
    started.on('error', failAll)
    started.on('exit', () => worker === started && failAll(new DrawingError('drawing thread ended')))
    return started
  }
  let overdue: NodeJS.Timeout | undefined
  const drawOne = (model: Model) =>
    new Promise<Buffer>((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      worker ??= start()
      worker.ref()
      worker.postMessage({ id, model })
      overdue = setTimeout(() => void worker?.terminate(), longest).unref()
    }).finally(() => {
      clearTimeout(overdue)
      worker?.unref()
    })

  return {
    draw: (model) => {
      const result = queue.then(() => drawOne(model))
      queue = result.catch(() => {})
      return result
    },
    close: async () => {
      const ending = worker
      worker = undefined
      await ending?.terminate()
    },
  }
}
