import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readReport, type RunReport } from './report.ts'
import type { WorkCounter } from './work/count-work.ts'

/** One command of a run. Of a lane of tests, the report tells which of them failed and how long each file took. */
export interface Lane {
  name: string
  command: string[]
  env?: Record<string, string>
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

/** Runs a lane with its output on this terminal; its processes are named to the counter. */
export async function runLane(lane: Lane, counter?: WorkCounter): Promise<LaneResult> {
  console.log(`\n— ${lane.name}`)
  const began = performance.now()
  const code = await exitCodeOf(lane, counter)
  const seconds = (performance.now() - began) / 1000
  console.log(`  ${code === 0 ? 'good' : 'FAILED'}, ${seconds.toFixed(1)} s`)
  const report = isVitest(lane) ? readReport(reportFile()) : undefined
  rmSync(reportFile(), { force: true })
  return { lane, ok: code === 0, seconds, ...(report && { report }) }
}

function exitCodeOf(lane: Lane, counter?: WorkCounter): Promise<number | null> {
  const [program = '', ...args] = lane.command
  const reporters = isVitest(lane) ? ['--reporter=default', `--reporter=${reporter}`] : []
  const env = { ...process.env, REPORT_FILE: reportFile(), ...lane.env }
  const child = spawn(program, [...args, ...reporters], { stdio: ['ignore', 'inherit', 'inherit'], env })
  if (child.pid) counter?.lane(child.pid, lane.name)
  return new Promise((done) => child.once('exit', done).once('error', () => done(1)))
}
