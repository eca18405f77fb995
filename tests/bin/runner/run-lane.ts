import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { readReport, type RunReport } from './report.ts'
import type { WorkCounter } from './work/count-work.ts'

/** One command of a run. Of a lane of tests, the report tells which of them failed and how long each file took. */
export interface Lane {
  name: string
  command: string[]
  env?: Record<string, string>
  /** Runs side by side with its neighbours that do; its output is held back until it ends. */
  isParallel?: true
}

export interface LaneResult {
  lane: Lane
  ok: boolean
  seconds: number
  report?: RunReport
}

const reporter = join(import.meta.dirname, 'reporter.ts')
const reportFile = () => join(tmpdir(), `skz-lane-${process.pid}.json`)

const isVitest = ({ command }: Lane) => command[0] === 'vitest'

/** Runs a lane; what it prints comes on this terminal. Its process is named to the counter. */
export async function runLane(lane: Lane, counter?: WorkCounter): Promise<LaneResult> {
  if (!lane.isParallel) console.log(`\n— ${lane.name}`)
  // One of a process that had this number and was killed is not told for this lane's.
  if (isVitest(lane)) rmSync(reportFile(), { force: true })
  const began = performance.now()
  const { code, said } = await runCommand(lane, counter)
  const seconds = (performance.now() - began) / 1000
  if (lane.isParallel) console.log(`\n— ${lane.name}\n${said}`.trimEnd())
  console.log(`  ${code === 0 ? 'good' : 'FAILED'}, ${seconds.toFixed(1)} s`)
  const report = isVitest(lane) ? readReport(reportFile()) : undefined
  if (report) rmSync(reportFile(), { force: true })
  return { lane, ok: code === 0, seconds, ...(report && { report }) }
}

/** Its exit code, and what it printed on either stream where that is held back. */
async function runCommand(lane: Lane, counter?: WorkCounter): Promise<{ code: number | null; said: string }> {
  const [program = '', ...args] = lane.command
  const reporters = isVitest(lane) ? ['--reporter=default', `--reporter=${reporter}`] : []
  const env = { ...process.env, REPORT_FILE: reportFile(), ...lane.env }
  const out = lane.isParallel ? 'pipe' : 'inherit'
  const child = spawn(program, [...args, ...reporters], { stdio: ['ignore', out, out], env })
  if (child.pid) counter?.nameLane(child.pid, lane.name)
  const ended = new Promise<number | null>((done) => child.once('exit', done).once('error', () => done(1)))
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  const [code, ...said] = await Promise.all([ended, ...streams.map((stream) => text(stream))])
  return { code, said: said.join('') }
}
