import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * What takes minutes begins first: begun last, it keeps one process at work while the other has nothing left to do. The
 * sizes of files, by which they are ordered otherwise on a machine that never ran them, do not tell.
 */
export function longestFirst(long: readonly string[]) {
  const rank = ({ moduleId }: TestSpecification) => {
    const at = long.findIndex((part) => moduleId.includes(part))
    return at < 0 ? long.length : at
  }
  return class LongestFirst extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
    }
  }
}
