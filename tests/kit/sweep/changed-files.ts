import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** Leaves nothing running that watches the files for later questions. */
const run = (args: readonly string[]) =>
  spawnSync('git', ['-c', 'core.fsmonitor=false', ...args], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })

/** Lines of an answer; none where git has none to give. */
function git(...args: string[]): string[] {
  const { status, stdout } = run(args)
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** Names of files, as they are called. A question that fails is no answer: it would read as "nothing changed". */
function filesBy(...args: string[]): string[] {
  const { status, stdout, stderr } = run([...args, '-z'])
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.split('\0').filter(Boolean)
}

/** The hash of a commit. A name that git does not know is no commit: it would read as "nothing changed". */
function hashOf(commit: string): string {
  const { status, stdout, stderr } = run(['rev-parse', '--verify', `${commit}^{commit}`])
  if (status !== 0) throw new Error(`${commit}: ${stderr}`)
  return stdout.trim()
}

/** Whether git knows every commit that led here: a shallow clone knows the last one alone. */
const isHistoryWhole = () => git('rev-parse', '--is-shallow-repository')[0] === 'false'

/** How many commits led here; a number of the commit's own hash where their history was not fetched. */
export const countCommits = (): number =>
  Number(isHistoryWhole() ? git('rev-list', '--count', 'HEAD')[0] : `0x${git('rev-parse', 'HEAD')[0]?.slice(0, 8)}`) ||
  0

/** The commit where this branch left what was pushed, or where it left the main branch if it never was; undefined where it is there still. */
function startOfBranch(): string | undefined {
  const [head] = git('rev-parse', 'HEAD')
  const [left = git('merge-base', 'HEAD', 'origin/HEAD')[0]] = git('merge-base', 'HEAD', '@{upstream}')
  return left === head ? undefined : left
}

/** Files that differ from a commit, committed since or not. A file that moved stands there with both places. */
const filesSince = (commit: string): string[] => [
  ...new Set([
    ...filesBy('diff', '--name-only', '--no-renames', commit),
    ...filesBy('ls-files', '--others', '--exclude-standard'),
  ]),
]

/** Files that differ from SINCE, or from where this branch left what was pushed. */
export const changedFiles = (): string[] => filesSince(process.env['SINCE'] ?? startOfBranch() ?? 'HEAD')

/** What is pushed together was made within so many hours. */
const hoursOfPush = 6

/**
 * The commit where the change begins that a run tries: SINCE, or where this branch left what was pushed. Where nothing is ahead of that, as
 * in a run after a push, all that was committed within some hours of the last commit belongs to it. Undefined where the history does not tell.
 */
export function startOfChange(): string | undefined {
  const given = process.env['SINCE'] ?? startOfBranch()
  if (given) return hashOf(given)
  const [made] = git('log', '-1', '--format=%ct')
  if (!made || !isHistoryWhole()) return undefined
  return git('rev-list', '-1', '--first-parent', `--before=${Number(made) - hoursOfPush * 3_600}`, 'HEAD')[0]
}

/** Its files; undefined where the history does not tell. */
export function filesOfChange(): string[] | undefined {
  const start = startOfChange()
  return start === undefined ? undefined : filesSince(start)
}
