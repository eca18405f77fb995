import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import type { FileReport, RunReport, TestOutcome } from './report.ts'

const briefLength = 300

function outcomeOf(test: TestCase): TestOutcome {
  const { state, errors = [] } = test.result()
  const suites: string[] = []
  for (let parent = test.parent; parent.type === 'suite'; parent = parent.parent) suites.unshift(parent.name)
  return { suites, name: test.name, state, message: errors[0] ? `${errors[0].message}\n${errors[0].stack ?? ''}` : '' }
}

function reportOf(module: TestModule): FileReport {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    file: module.relativeModuleId,
    seconds: (prepareDuration + collectDuration + setupDuration + duration) / 1000,
    errors: [module, ...module.children.allSuites()].flatMap((s) => s.errors()).map((e) => e.message),
    tests: [...module.children.allTests()].map(outcomeOf),
  }
}

/** Vitest reporter: writes what the runner reads of a lane to the file that REPORT_FILE names. */
export default class LaneReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly { message: string }[]): void {
    const report: RunReport = {
      files: modules.map(reportOf),
      unhandled: unhandled.map((e) => e.message.slice(0, briefLength)),
    }
    writeFileSync(process.env['REPORT_FILE']!, JSON.stringify(report))
  }
}
