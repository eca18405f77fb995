import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isRoot } from './cache-folder.ts'
import { DYNAMIC_UIDS } from './reserve-uid.ts'

const run = promisify(execFile)

/** A wall that really stands between a captured page and this machine. */
export type IsolationLayer = 'namespace' | 'uid' | 'sandbox' | 'guard'

/** Abilities that this machine's kernel gives us; asked for once per process. */
export interface IsolationAbility {
  /** An empty network namespace with a loopback of its own. */
  readonly namespace: boolean
  /** A user of its own for the browser. */
  readonly uid: boolean
  /** A user namespace, for a browser that would otherwise be root. */
  readonly userNamespace: boolean
}

/** Brings the loopback up: iproute2 where it is, else the ioctl by Debian's base Perl. */
export const LOOPBACK_UP: readonly (readonly [command: string, ...args: string[]])[] = [
  ['ip', 'link', 'set', 'lo', 'up'],
  ['/usr/sbin/ip', 'link', 'set', 'lo', 'up'],
  ['perl', '-e', 'socket(my $s,2,1,0) or exit 1; ioctl($s,0x8914,pack("a16s@40","lo",0x49)) or exit 1'],
]

/** The command before the command, that makes the empty network. */
export const networkPrefix = (): readonly string[] =>
  isRoot() ? ['unshare', '--net', '--'] : ['unshare', '--user', '--map-root-user', '--net', '--']

/** Hides who we are from a program that refuses to run as root. */
export const userNamespacePrefix = (uid: number): readonly string[] => [
  'unshare',
  '--user',
  `--map-user=${uid}`,
  `--map-group=${uid}`,
  '--',
]

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

async function works(command: readonly string[], user: { uid?: number; gid?: number } = {}): Promise<boolean> {
  const [file = '', ...args] = command
  try {
    await run(file, args, { timeout: 5_000, env: { PATH }, ...user })
    return true
  } catch {
    return false
  }
}

async function ask(): Promise<IsolationAbility> {
  const quoted = LOOPBACK_UP.map((command) => command.map((part) => `'${part}'`).join(' ')).join(' || ')
  // Inside the namespace another one is needed for a browser that must not be root.
  const inner = isRoot() ? '' : ' && unshare --user --map-user=61200 --map-group=61200 -- true'
  const [namespace, uid, userNamespace] = await Promise.all([
    works([...networkPrefix(), 'sh', '-c', `(${quoted}) 2>/dev/null${inner}`]),
    isRoot() ? works(['true'], { uid: DYNAMIC_UIDS.first, gid: DYNAMIC_UIDS.first }) : Promise.resolve(false),
    works([...userNamespacePrefix(DYNAMIC_UIDS.first), 'true']),
  ])
  return { namespace, uid, userNamespace }
}

let known: Promise<IsolationAbility> | undefined

export function isolationAbility(): Promise<IsolationAbility> {
  known ??= ask()
  return known
}
