import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { slots } from './slots.ts'

export interface Bounds {
  /** Megabytes of objects. */
  heap: number
  /** Megabytes of everything, such as unpacked bytes, which no option bounds: looked at while it works, where there is `/proc`. */
  memory: number
  milliseconds: number
}

/** It took more time or memory than it may, and was ended before it answered. */
export class EndedApart extends Error {}

/**
 * Asks a file of ours in a process of its own what it makes of bytes of somebody else: a thread that runs out of memory may take the whole service with
 * it. It gets the question and nothing else of ours, gives way where it takes long, answers one message, and ends with whoever asked.
 */
export async function askApart<Answer>(file: string, question: unknown, bounds: Bounds): Promise<Answer> {
  const asked = start(file, bounds)
  try {
    return await ask<Answer>(asked, question, bounds)
  } finally {
    asked.kill('SIGKILL')
  }
}

/**
 * The same for what is asked often and takes long to start: so many processes, which stay for the next question until one holds half of what it may, or was slow.
 * What a question may take is then never less than the other half, whatever was asked before.
 */
export function openApart<Question, Answer>(
  file: string,
  bounds: Bounds,
  atOnce: number,
): (question: Question) => Promise<Answer> {
  const withSlot = slots(atOnce)
  const idle: ChildProcess[] = []
  return (question) =>
    withSlot(async () => {
      const asked = takeAlive(idle) ?? start(file, bounds)
      keepRunning(asked, true)
      try {
        const answer = await ask<Answer>(asked, question, bounds)
        keepRunning(asked, false)
        if (slow.has(asked) || (await megabytesOf(asked)) > bounds.memory / 2) asked.kill('SIGKILL')
        else idle.push(asked)
        return answer
      } catch (error) {
        asked.kill('SIGKILL')
        throw error
      }
    })
}

/** One that has ended while it was idle answers nobody. */
function takeAlive(idle: ChildProcess[]): ChildProcess | undefined {
  for (;;) {
    const asked = idle.pop()
    if (!asked || asked.connected) return asked
  }
}

function start(file: string, { heap }: Bounds): ChildProcess {
  const started = fork(file, {
    env: {},
    execArgv: [`--max-old-space-size=${heap}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // What becomes of an idle one concerns nobody.
  return started.on('error', () => {})
}

/** A question that takes longer was made to, or is of a large file: what is asked meanwhile goes first. */
const quickMilliseconds = 1_000
/** About a third of the processor's time beside one that is not lowered: its bound of time holds on a busy machine too. */
const lowerPriority = 5
/** Those that gave way, which nobody may take back: they answer no second question. */
const slow = new WeakSet<ChildProcess>()

function giveWay(asked: ChildProcess) {
  slow.add(asked)
  try {
    setPriority(asked.pid!, lowerPriority)
  } catch {
    // It has ended already, which is told where it was asked.
  }
}

/** An idle one keeps nobody from ending. */
function keepRunning(asked: ChildProcess, is: boolean) {
  asked[is ? 'ref' : 'unref']()
  asked.channel?.[is ? 'ref' : 'unref']()
}

async function ask<Answer>(asked: ChildProcess, question: unknown, { memory, milliseconds }: Bounds): Promise<Answer> {
  const listens = new AbortController()
  const { signal } = listens
  const overdue = setTimeout(() => asked.kill('SIGKILL'), milliseconds)
  const patience = setTimeout(() => giveWay(asked), quickMilliseconds)
  const watch = setInterval(() => void endWhereItIsMuch(asked, memory), 50)
  try {
    const told = once(asked, 'message', { signal })
    // Behind all that it said, unlike its exit.
    const ended = once(asked, 'disconnect', { signal }).then(() => {
      throw new EndedApart('it took more time or memory than it may')
    })
    ended.catch(() => {})
    // To one that has ended already nothing can be sent.
    asked.send(question as object, (error) => error && listens.abort(new EndedApart(error.message)))
    const [answer] = (await Promise.race([told, ended])) as [Answer]
    return answer
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    clearTimeout(overdue)
    clearTimeout(patience)
    clearInterval(watch)
    listens.abort()
  }
}

async function endWhereItIsMuch(asked: ChildProcess, most: number) {
  if ((await megabytesOf(asked)) > most) asked.kill('SIGKILL')
}

/** What it holds in memory; 0 where there is no `/proc`, or it has ended. */
async function megabytesOf(asked: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${asked.pid}/status`, 'latin1').catch(() => '')
  const [, resident = '0'] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? []
  return Number(resident) / 1024
}
