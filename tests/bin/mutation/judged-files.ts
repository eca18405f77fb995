import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JudgedFile } from './judge-mutants.ts'

export const judgedFilesPath = 'tests/bin/mutation/judged-files.json'
const path = join(import.meta.dirname, '../../..', judgedFilesPath)

export const readJudgedFiles = (): JudgedFile[] => JSON.parse(readFileSync(path, 'utf8')) as JudgedFile[]

export const writeJudgedFiles = (files: readonly JudgedFile[]) =>
  writeFileSync(path, `${JSON.stringify(files, null, 2)}\n`)
