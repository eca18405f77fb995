import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { askApart, EndedApart, openApart } from '../../server/kit/work/apart.ts'
import { temporary } from '../trust/sample.ts'

describe('what is asked in a process of its own', () => {
  const file = join(temporary(), 'asked.mjs')
  writeFileSync(
    file,
    `process.on('message', (question) => {
       const kept = []
       while (question === 'for ever');
       while (question === 'objects') kept.push({ kept: [...kept] })
       while (question === 'bytes') kept.push(Buffer.alloc(16 * 1024 * 1024, 1))
       if (question === 'much') globalThis.much = Buffer.alloc(160 * 1024 * 1024, 1)
       process.send({ question, secrets: Object.keys(process.env), at: process.pid })
     })`,
  )
  const ask = (question: string, milliseconds = 60_000) =>
    askApart(file, question, { heap: 64, memory: 256, milliseconds })

  it('is answered, and sees nothing of the service', async () => {
    expect(await ask('short')).toMatchObject({ question: 'short', secrets: [] })
  })

  it.each(['objects', 'bytes'])('ends where it takes too many %s', async (question) => {
    await expect(ask(question)).rejects.toThrow(EndedApart)
  })

  it('ends where it takes too long', async () => {
    await expect(ask('for ever', 1_000)).rejects.toThrow(EndedApart)
  })

  it('stays for the next question, and is another one after it took too much', async () => {
    const keep = openApart<string, { at: number }>(file, { heap: 64, memory: 256, milliseconds: 60_000 }, 1)
    const [first, second] = [await keep('one'), await keep('two')]
    expect(second.at).toBe(first.at)
    const [greedy, next] = [keep('bytes'), keep('three')]
    await expect(greedy).rejects.toThrow(EndedApart)
    expect((await next).at).not.toBe(first.at)
  })

  it('is another one where it holds much of what it may, or ended while nobody asked', async () => {
    const keep = openApart<string, { at: number }>(file, { heap: 64, memory: 256, milliseconds: 60_000 }, 1)
    const full = await keep('much')
    const { at } = await keep('one')
    expect(at).not.toBe(full.at)
    process.kill(at, 'SIGKILL')
    await vi.waitFor(() => expect(() => process.kill(at, 0)).toThrow())
    expect((await keep('two')).at).not.toBe(at)
  })
})
