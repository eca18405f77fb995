import { relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { knownSeconds } from './file-times.ts'

/**
 * Sequencer: what takes longest begins first. Begun last, it keeps one process at work while the others have nothing left to
 * do. Vitest orders by times only where a run before was on the same machine; a fresh clone has those of `file-times.json`. What gets a
 * process of its own comes last: between others it would end a process that has loaded the service, and the next one loads it anew.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seconds = ({ moduleId }: TestSpecification) => knownSeconds(relative(this.ctx.config.root, moduleId))
    const isApart = ({ project }: TestSpecification) => Number(project.config.isolate)
    return files.toSorted((a, b) => isApart(a) - isApart(b) || seconds(b) - seconds(a))
  }
}
