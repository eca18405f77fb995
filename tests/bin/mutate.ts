import { parseArgs } from 'node:util'
import { judgeFile, type JudgedFile } from './mutation/judge-mutants.ts'
import { readJudgedFiles, writeJudgedFiles } from './mutation/judged-files.ts'
import { plantIn } from './mutation/plant.ts'

// Plants defects in the files that decide, or in those named, and fails where their tests find too few. `--write` keeps what they find.
const { values, positionals } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } })
const listed = readJudgedFiles()
const asked = positionals.length ? listed.filter(({ file }) => positionals.some((part) => file.includes(part))) : listed
const scores = new Map<string, number>()
let failed = Number(asked.length === 0)

/** Files that the same tests judge are tried together. */
const groups = Map.groupBy(asked, ({ tests }) => tests.join('\n'))
for (const group of groups.values()) await tryGroup(group)
if (values.write)
  writeJudgedFiles(listed.map((one) => ({ ...one, score: Math.max(one.score, scores.get(one.file) ?? 0) })))
console.log(`${asked.length - failed} passed, ${failed} failed`)
process.exitCode = failed ? 1 : 0

async function tryGroup(group: readonly JudgedFile[]) {
  const planted = await plantIn(
    group.map(({ file }) => file),
    group[0]!.tests,
  )
  for (const one of group) {
    const mutants = planted.get(one.file)!
    const { score, survivors, complaints } = judgeFile(one, mutants)
    scores.set(one.file, score)
    if (complaints.length) failed++
    console.log(`${one.file}: ${mutants.length} defects, ${score} % of them found`)
    for (const { lineNumber, from, to } of survivors) console.log(`  lives: ${one.file}:${lineNumber} ${from} → ${to}`)
    for (const complaint of complaints) console.log(`  ✗ ${complaint}`)
  }
}
