import { expect, it } from 'vitest'
import { allCalls } from './matrix/all-calls.ts'
import { callRights } from './matrix/call-rights.ts'

const table = 'tests/rules/matrix/call-rights.ts'
const said = new Map<string, string>()
for (const { title, right } of callRights) said.set(title, [said.get(title), right].filter(Boolean).join(' and '))

it('asks of each call the right that the table says, and of none a right that nobody judged', () => {
  const wrong = allCalls.flatMap(({ title, call }) => {
    const [group, name] = title.split('.')
    const judged = said.get(title)
    if (judged === call.right) return []
    return judged
      ? `${title} needs '${call.right}' in the contract, and '${judged}' in ${table}`
      : `${title} needs '${call.right}' in the contract, and is not in ${table}. If that is what it must need, add '${name}' to ${group} there under '${call.right}'`
  })
  expect(wrong).toEqual([])
})

it('knows no call that has gone', () => {
  const there = new Set(allCalls.map(({ title }) => title))
  const gone = [...said.keys()].filter((title) => !there.has(title))
  expect(gone.map((title) => `${title} stands in ${table} and is no call`)).toEqual([])
})
