import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { TrustError } from './trust-error.types.ts'

/** Where the time in a time-stamp comes from. Printed in every statement and certificate. */
export interface ClockState {
  source: 'os-unverified' | 'chrony' | 'systemd-timesync' | `operator:${string}`
  /** Whether something outside this process vouches for the clock just now. */
  proven: boolean
  /** Offset from that source in milliseconds where it is known. */
  offsetMs?: number
}

export interface ClockSource {
  now: () => Date
  state: () => Promise<ClockState>
}

/** A program's output, or undefined when it is absent or refuses. */
export type Ask = (program: string, args: string[]) => Promise<string | undefined>

const run = promisify(execFile)

const askSystem: Ask = (program, args) =>
  run(program, args, { timeout: 5_000, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' } }).then(
    ({ stdout }) => stdout,
    () => undefined,
  )

/** Beyond this the accuracy of one second that tokens claim would not hold. */
const maxOffsetMs = 500

async function proven(ask: Ask): Promise<ClockState | undefined> {
  const tracking = await ask('chronyc', ['-n', 'tracking'])
  const chrony = tracking && readChrony(tracking)
  if (chrony) return chrony
  const shown = await ask('timedatectl', ['show', '--property=NTPSynchronized', '--value'])
  return shown?.trim() === 'yes' ? { source: 'systemd-timesync', proven: true } : undefined
}

function readChrony(text: string): ClockState | undefined {
  const seconds = /System time\s*:\s*([\d.]+) seconds/.exec(text)?.[1]
  if (!/Leap status\s*:\s*Normal/.test(text) || seconds === undefined) return undefined
  const offsetMs = Number(seconds) * 1000
  return offsetMs <= maxOffsetMs ? { source: 'chrony', proven: true, offsetMs } : undefined
}

export interface ClockSettings {
  mode: 'local' | 'production'
  /** Name of a time source the operator answers for, for isolated networks: a PTP or GNSS receiver. */
  operatorSource?: string
  ask?: Ask
  now?: () => Date
}

const answerLifetimeMs = 30_000

/** Local mode names the clock for what it is. Production trusts only a synchronised one, or a source the operator set. */
export function openClock({
  mode,
  operatorSource,
  ask = askSystem,
  now = () => new Date(),
}: ClockSettings): ClockSource {
  let last: { state: ClockState; at: number } | undefined
  const find = async (): Promise<ClockState> => {
    if (mode === 'local') return { source: 'os-unverified', proven: false }
    if (operatorSource) return { source: `operator:${operatorSource}`, proven: true }
    return (await proven(ask)) ?? { source: 'os-unverified', proven: false }
  }
  const state = async () => {
    if (!last || performance.now() - last.at > answerLifetimeMs) last = { state: await find(), at: performance.now() }
    return last.state
  }
  return { now, state }
}

/** The state of a clock that may be stamped with, or a refusal. */
export async function requireClock(clock: ClockSource, mode: 'local' | 'production'): Promise<ClockState> {
  const state = await clock.state()
  if (mode === 'production' && !state.proven) throw new TrustError('clock-unproven')
  return state
}
