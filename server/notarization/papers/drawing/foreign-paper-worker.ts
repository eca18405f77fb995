import { makeForeign, tryForeign } from './foreign-paper.ts'
import type { ForeignAnswer, ForeignTask } from './paper-model.ts'

const answer = (task: ForeignTask): Promise<Uint8Array> =>
  'trial' in task ? tryForeign(task.trial).then(() => new Uint8Array()) : makeForeign(task)

process.on('message', (task: ForeignTask) => {
  const tell = (told: ForeignAnswer) => process.send!(told)
  answer(task).then(
    (paper) => tell({ paper: new Uint8Array(paper) }),
    (error: unknown) => tell({ error: error instanceof Error ? error.message : String(error) }),
  )
})
