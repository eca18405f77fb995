import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openRenderer } from '../../server/kit/paper/renderer.ts'
import { temporary } from '../trust/sample.ts'

it('a document that takes for ever ends its thread, and the next one is drawn by another', async () => {
  const file = join(temporary(), 'worker.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'
     parentPort.on('message', ({ id, model }) => {
       while (model === 'for ever');
       parentPort.postMessage({ id, paper: new Uint8Array([1, 2]) })
     })`,
  )
  const renderer = openRenderer<string>(file, { longest: 1_500 })
  const [first, second, third] = [renderer.draw('short'), renderer.draw('for ever'), renderer.draw('short')]
  expect([...(await first)]).toEqual([1, 2])
  await expect(second).rejects.toThrow('drawing thread ended')
  expect([...(await third)]).toEqual([1, 2])
  await renderer.close()
})
