import { expect, it } from 'vitest'
import { eachRow, inBatches } from '../../../server/kit/work/each-row.ts'

it('does every row, whichever of them fail, and tells of those at the end', async () => {
  const done: string[] = []
  const swept = eachRow(['a', 'b', 'c', 'd'], async (row) => {
    if (row === 'a' || row === 'c') throw new Error(`${row} is odd`)
    done.push(row)
  })
  await expect(swept).rejects.toMatchObject({
    message: '2 of 4 rows failed',
    errors: [
      { message: 'row a', cause: { message: 'a is odd' } },
      { message: 'row c', cause: { message: 'c is odd' } },
    ],
  })
  expect(done).toEqual(['b', 'd'])
  await eachRow([], () => Promise.reject(new Error('of nothing')))
})

it('reads batch after batch, also behind rows that failed', async () => {
  const all = Array.from({ length: 7 }, (_, i) => String(i))
  const read = async (after: string | null) => all.filter((id) => after === null || id > after).slice(0, 3)
  const tried: string[] = []
  const swept = eachRow(inBatches(read, 3), async (id) => {
    tried.push(id)
    throw new Error('each fails')
  })
  await expect(swept).rejects.toThrow('7 of 7 rows failed')
  expect(tried).toEqual(all)
})
