import { openAsBlob } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { verifyPackage } from '../../proof/bundle.ts'
import { verifyCertificate } from '../../proof/pdf.ts'
import { ProofError, type VerificationReport } from '../../proof/report.ts'
import type { Language } from '../kit/words.ts'
import { describeReport, exitCodes, plain } from './verify-report.ts'

/** `verify <package|pdf> [--trust file or folder] [--block hash] [--json] [--lang zh|en]`: 0 valid, 1 invalid, 2 incomplete or unusable. */
const options = {
  trust: { type: 'string' },
  block: { type: 'string', multiple: true },
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

class Unusable extends Error {}

/** What the reader got elsewhere than in the file: PEM texts of roots, hashes of blocks. */
interface Trusted {
  anchors: string[]
  blocks: string[]
}

async function main(): Promise<number> {
  const parsed = readArguments()
  const language: Language = parsed?.values.lang === 'zh' ? 'zh-CN' : 'en'
  const [path, ...more] = parsed?.positionals ?? []
  if (!parsed || !path || more.length) return refuse(plain(language, 'cli.usage'))
  try {
    const anchors = parsed.values.trust ? await readAnchors(parsed.values.trust, language) : []
    const report = await verify(path, { anchors, blocks: (parsed.values.block ?? []).map((value) => readBlock(value, language)) }, language, parsed.values.json)
    console.log(parsed.values.json ? JSON.stringify(report, null, 2) : describeReport(language, report))
    return exitCodes[report.verdict]
  } catch (error) {
    if (error instanceof Unusable) return refuse(error.message)
    if (error instanceof ProofError) return refuse(plain(language, `reason.${error.code}`, error.detail))
    throw error
  }
}

function refuse(message: string): number {
  console.error(message)
  return 2
}

// `openAsBlob` throws at once, not in its promise, when there is no such file.
const openFile = async (path: string) => openAsBlob(path)

async function verify(path: string, trusted: Trusted, language: Language, quiet: boolean): Promise<VerificationReport> {
  const file = await openFile(path).catch(() => {
    throw new Unusable(plain(language, 'cli.noFile', { path }))
  })
  const isPdf = (await file.slice(0, 5).text()) === '%PDF-'
  if (isPdf) return verifyCertificate(file, trusted)
  return verifyPackage(file, { ...trusted, ...(!quiet && process.stderr.isTTY && { onProgress: progress(language) }) })
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

function readBlock(value: string, language: Language): string {
  if (!/^0x[0-9a-f]{64}$/i.test(value)) throw new Unusable(plain(language, 'cli.badBlock', { value }))
  return value
}

/** Every PEM certificate of a file, or of the files in a folder. */
async function readAnchors(path: string, language: Language): Promise<string[]> {
  const texts = await readTexts(path).catch(() => [])
  // A package has PEM texts inside too, but it must not vouch for itself.
  const pems = texts.filter((t) => t.includes('-----BEGIN CERTIFICATE-----') && !t.includes('\0'))
  if (!pems.length) throw new Unusable(plain(language, 'cli.noTrust', { path }))
  return pems
}

async function readTexts(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [await readFile(path, 'utf8')]
  const names = (await readdir(path)).filter((name) => /\.(pem|crt|cer)$/i.test(name))
  return Promise.all(names.map((name) => readFile(join(path, name), 'utf8')))
}

process.exitCode = await main()
