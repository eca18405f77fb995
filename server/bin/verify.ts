import { openAsBlob } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { holdsCertificates, isBlockHash, listsIn } from '../../proof/reader-input.ts'
import { ProofError } from '../../proof/report.ts'
import { nativeHashing } from '../kit/files/native-hashing.ts'
import { type FileOptions, kindOf, verifyFile } from '../../proof/verify-file.ts'
import { describeReport, exitCodes, type Language, plain } from './verify-report.ts'

/** `verify <package|pdf|file> [--of package] [--trust file or folder] [--block hash] [--at time] [--json] [--lang zh|en]`: 0 valid, 1 invalid, 2 incomplete or unusable. */
const options = {
  of: { type: 'string' },
  trust: { type: 'string' },
  block: { type: 'string', multiple: true },
  at: { type: 'string' },
  json: { type: 'boolean', default: false },
  lang: { type: 'string', default: process.env['LANG']?.startsWith('zh') ? 'zh' : 'en' },
} as const

function readArguments() {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    return undefined
  }
}
type Values = NonNullable<ReturnType<typeof readArguments>>['values']

/** What cannot be begun with, in words that say why. */
class Unusable extends Error {
  readonly key: string
  readonly params: Record<string, string>

  constructor(key: string, params: Record<string, string>) {
    super(key)
    this.key = key
    this.params = params
  }
}

async function main(): Promise<number> {
  const parsed = readArguments()
  const language: Language = parsed?.values.lang === 'zh' ? 'zh-CN' : 'en'
  const [path, ...more] = parsed?.positionals ?? []
  if (!parsed || !path || more.length) return refuse(plain(language, 'cli.usage'))
  const { json } = parsed.values
  try {
    const file = await openFile(path)
    const report = await verifyFile(file, await kindOf(file, basename(path)), {
      hashing: nativeHashing,
      ...(await optionsOf(parsed.values)),
      ...(!json && process.stderr.isTTY && { onProgress: progress(language) }),
    })
    console.log(json ? JSON.stringify(report, null, 2) : describeReport(language, report))
    return exitCodes[report.verdict]
  } catch (error) {
    if (error instanceof Unusable) return refuse(plain(language, error.key, error.params))
    if (error instanceof ProofError) return refuse(plain(language, `reason.${error.code}`, error.detail))
    throw error
  }
}

function refuse(message: string): number {
  console.error(message)
  return 2
}

async function optionsOf({ of, trust, block, at }: Values): Promise<FileOptions> {
  return {
    ...(trust ? await readTrust(trust) : {}),
    blocks: (block ?? []).map(readBlock),
    ...(of === undefined ? {} : { of: await openFile(of) }),
    ...(at === undefined ? {} : { at: readTime(at) }),
  }
}

async function openFile(path: string) {
  // `openAsBlob` throws at once, not in its promise, when there is no such file.
  try {
    return await openAsBlob(path)
  } catch {
    throw new Unusable('cli.noFile', { path })
  }
}

function progress(language: Language) {
  let last = -1
  return (done: number, total: number) => {
    const percent = Math.floor((done / total) * 100)
    if (percent === last) return
    last = percent
    process.stderr.write(`\r${plain(language, 'cli.hashing', { percent })}${percent === 100 ? '\n' : ''}`)
  }
}

function readBlock(value: string): string {
  if (!isBlockHash(value)) throw new Unusable('cli.badBlock', { value })
  return value
}

/** A day is its end, in the zone that is written or UTC. */
function readTime(value: string): Date {
  const time = new Date(/^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T23:59:59.999Z` : value)
  if (!/^\d{4}-\d\d-\d\d/.test(value) || Number.isNaN(time.getTime())) throw new Unusable('cli.badTime', { value })
  return time
}

/** Every PEM certificate of a file, or of the files in a folder, and the revocation lists beside them. */
async function readTrust(path: string): Promise<Pick<FileOptions, 'anchors' | 'lists'>> {
  const texts = await readTexts(path).catch(() => [])
  const pems = texts.filter(holdsCertificates)
  if (!pems.length) throw new Unusable('cli.noTrust', { path })
  return { anchors: pems, lists: texts.flatMap(listsIn) }
}

async function readTexts(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [await readFile(path, 'utf8')]
  const names = (await readdir(path)).filter((name) => /\.(pem|crt|cer|crl)$/i.test(name))
  return Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
}

process.exitCode = await main()
