import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

function git(...args: string[]): string[] {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** A number for the commit that is tried, by its hash: runs of one state are alike. */
export const numberOfCommit = (): number => Number.parseInt(git('rev-parse', 'HEAD')[0]?.slice(0, 8) ?? '0', 16)

/** How many commits led here; by the commit's own hash where their history was not fetched. */
export function countCommits(): number {
  const isWhole = git('rev-parse', '--is-shallow-repository')[0] === 'false'
  return isWhole ? Number(git('rev-list', '--count', 'HEAD')[0] ?? 0) : numberOfCommit()
}

/** The commit where this branch left what was pushed; where it is there still, the one so many commits back. */
export function startOfChange(commitsBack = 0): string {
  const [head] = git('rev-parse', 'HEAD')
  const [left = head] = git('merge-base', 'HEAD', '@{upstream}')
  return (left === head && git('rev-parse', '--verify', '--quiet', `HEAD~${commitsBack}`)[0]) || left || 'HEAD'
}

/** Files that differ from a commit, committed since or not; by default from where this branch left what was pushed. */
export function changedFiles(since?: string): string[] {
  const base = since ?? startOfChange()
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
  return [...new Set(files)]
}
