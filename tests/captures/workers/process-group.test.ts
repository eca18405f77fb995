import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { groupMembers, groupMemory, killGroup } from '../../../server/captures/engine/process-tree.ts'

/** A shell that leads a group of its own, and with each line that it is told puts a process into it. */
async function startGroup() {
  const shell = spawn('sh', ['-c', 'echo; while read line; do sleep 60 & echo $!; done'], { detached: true })
  const group = shell.pid!
  onTestFinished(() => killGroup(group))
  await once(shell.stdout, 'data')
  const addMember = async () => {
    shell.stdin.write('\n')
    const [told] = (await once(shell.stdout, 'data')) as [Buffer]
    return Number(told.toString())
  }
  return { group, addMember }
}

it('a group has its members, also those that come while it is watched, and none of another group', async () => {
  const [one, other] = [await startGroup(), await startGroup()]
  const strangers = new Set<number>()
  const members = [one.group, await one.addMember()]
  expect(groupMembers(one.group, strangers)).toEqual(members)
  expect(strangers).toContain(process.pid)
  expect(strangers).toContain(other.group)
  members.push(await one.addMember(), await one.addMember())
  await other.addMember()
  expect(groupMembers(one.group, strangers)).toEqual(members)
  expect(groupMemory(one.group, strangers)).toBeGreaterThan(100_000)
})

it('a group that was ended has no members, and another goes on', async () => {
  const [one, other] = [await startGroup(), await startGroup()]
  await one.addMember()
  await killGroup(one.group)
  expect(groupMembers(one.group)).toEqual([])
  expect(groupMemory(one.group)).toBe(0)
  expect(groupMembers(other.group)).toEqual([other.group])
})
