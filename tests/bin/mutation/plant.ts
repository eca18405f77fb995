import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { Stryker } from '@stryker-mutator/core'
import { type Mutant, oneBlank } from './judge-mutants.ts'

type LogLevel = NonNullable<ConstructorParameters<typeof Stryker>[0]['logLevel']>

/** Plants every defect that the program knows of in these files, one at a time, and runs the tests; by file. */
export async function plantIn(files: readonly string[], tests: readonly string[]): Promise<Map<string, Mutant[]>> {
  process.env['JUDGING_TESTS'] = JSON.stringify(tests)
  // What is left to chance is the same in each of these runs.
  process.env['SEED'] = '1'
  const results = await new Stryker({
    mutate: [...files],
    testRunner: 'vitest',
    plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
    vitest: { configFile: 'tests/bin/mutation/vitest.config.ts', related: false },
    tempDirName: '.cache/mutation',
    cleanTempDir: 'always',
    ignorePatterns: ['.cache', 'container', 'data', 'dist', 'docs', 'examples'],
    // Its own look at types needs an older compiler; here tsc does that.
    disableTypeChecks: false,
    tsconfigFile: 'none',
    reporters: [],
    logLevel: 'error' as LogLevel,
  }).runMutationTest()
  const found = new Map<string, Mutant[]>(files.map((file) => [file, []]))
  for (const { fileName, location, replacement, status } of results)
    if (status !== 'Ignored' && status !== 'CompileError')
      found.get(relative(process.cwd(), fileName))!.push({
        ...textAt(fileName, location),
        to: oneBlank(replacement ?? ''),
        isFound: status === 'Killed' || status === 'Timeout' || status === 'RuntimeError',
      })
  return found
}

interface Span {
  start: { line: number; column: number }
  end: { line: number; column: number }
}

/** The line where a span begins, and its own text; both count from 1. */
function textAt(file: string, { start, end }: Span): Pick<Mutant, 'lineNumber' | 'line' | 'from'> {
  const lines = readFileSync(file, 'utf8').split('\n')
  const span = lines.slice(start.line - 1, end.line)
  span.push(span.pop()!.slice(0, end.column - 1))
  span[0] = span[0]!.slice(start.column - 1)
  return { lineNumber: start.line, line: oneBlank(lines[start.line - 1]!), from: oneBlank(span.join('\n')) }
}
