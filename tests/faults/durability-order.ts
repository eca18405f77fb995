import type { Call } from './strace.ts'

export interface Sealed {
  dataDir: string
  sha256: string
}

const done = (call: Call) => call.ended !== Infinity && /= 0(?:$|\D)/.test(call.text)

/**
 * What a power cut would lose, judged by the order of system calls alone: an object's bytes must be on the disk before
 * its name is made, its name before the transaction that acknowledges it is committed. Empty where nothing would be.
 */
export function lostByPowerCut(calls: Call[], { dataDir, sha256 }: Sealed): string[] {
  const commit = calls.findLast((c) => /^(write|writev|sendto|sendmsg)\(/.test(c.text) && c.text.includes('commit\\0'))
  if (!commit) return ['no commit was seen']
  const folder = `${dataDir}/store/objects/${sha256.slice(0, 2)}`
  const link = calls.find((c) => c.name.startsWith('link') && done(c) && c.text.includes(`"${folder}/${sha256}"`))
  if (!link) return ['the object was not placed']
  const incoming = /"([^"]*\/incoming\/[^"]+)"/.exec(link.text)?.[1] ?? '?'
  /** Whether it was brought to the disk after one moment and before another. */
  const synced = (path: string, after: number, before: number, names: string[]) =>
    calls.some(
      (c) => names.includes(c.name) && done(c) && c.text.includes(`<${path}>`) && c.begun > after && c.ended < before,
    )
  const lastWrite = calls.findLast((c) => c.name === 'write' && c.text.includes(`<${incoming}>`))
  const lost: string[] = []
  if (!lastWrite || !synced(incoming, lastWrite.ended, link.begun, ['fsync', 'fdatasync'])) lost.push('bytes')
  if (!synced(folder, link.ended, commit.begun, ['fsync'])) lost.push('name')
  const made = calls.find((c) => c.name === 'mkdir' && done(c) && c.text.includes(`"${folder}"`))
  if (made && !synced(`${dataDir}/store/objects`, made.ended, commit.begun, ['fsync'])) lost.push('folder')
  return lost
}

/** The calls by which the trace above is judged: without any one of its kind something must be lost. */
export const syncsOf = (calls: Call[]) => calls.filter((c) => c.name === 'fsync' || c.name === 'fdatasync')
