import { parentPort } from 'node:worker_threads'

/** The thread's half of a renderer: draws what it is told to, one paper at a time. Fonts of 10 MB are parsed there and not beside the service. */
export const answerDrawings = <Model>(draw: (model: Model) => Promise<Buffer>) =>
  parentPort?.on('message', ({ id, model }: { id: number; model: Model }) => {
    draw(model).then(
      (paper) => parentPort?.postMessage({ id, paper: new Uint8Array(paper) }),
      (error: unknown) =>
        parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    )
  })
