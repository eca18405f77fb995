import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { checkChainAnchors } from '../../proof/chain-anchors.ts'
import { readLayout } from '../../proof/package/layout.ts'
import { FactList } from '../../proof/report.ts'
import { checkStamps } from '../../proof/signatures/third-stamps.ts'
import { withLaterProofs } from '../../server/evidence/packages/package-edition.service.ts'
import type { LaterProof } from '../../server/evidence/packages/later-proofs.read.ts'
import type { Store } from '../../server/kit/storage/store.ts'
import { type Outcome, runTool } from '../kit/outside/tools.ts'
import { blobOf, temporary } from '../trust/sample.ts'
import { buildZip, type Entry } from '../trust/zip-builder.ts'

export const program = join(import.meta.dirname, '../../server/bin/verify.ts')
/** Ours: a package whose own script was changed must not judge itself. */
export const script = join(import.meta.dirname, '../../server/certificates/package/verify.sh')

/** A store that holds one object. */
const holding = (bytes: Uint8Array) =>
  ({
    open: (_: string, range?: { start: number; end: number }) =>
      Readable.from([Buffer.from(range ? bytes.subarray(range.start, range.end + 1) : bytes)]),
  }) as unknown as Store

/** A package as it is handed out with what was proven later. */
export const deliver = (core: Uint8Array, later: LaterProof[]) =>
  withLaterProofs(holding(core), { sha256: 'x', size: core.length }, later)
export const bytesOf = async (readable: Readable) =>
  new Uint8Array(Buffer.concat((await readable.toArray()) as Buffer[]))

/** Runs a program where a package lies unpacked, for as long as it runs. */
export function runUnpacked(list: Entry[], program: string, args: string[]): Outcome {
  const dir = mkdtempSync(join(tmpdir(), 'skz-unpacked-'))
  try {
    for (const [path, bytes] of list) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), bytes)
    }
    return runTool(program, args, dir)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What is wrong with entries behind the seal, which nothing else in a package knows: the rest of it is not verified again for every byte of theirs. */
export async function wrongBehindTheSeal(list: Entry[]): Promise<string[]> {
  const [layout, facts] = [await readLayout(blobOf(buildZip(list))), new FactList()]
  await checkStamps(facts, layout, undefined)
  await checkChainAnchors(facts, layout)
  return facts.facts.filter((f) => f.status === 'failed').map((f) => f.code)
}

export const byScript = (list: Entry[], ...args: string[]) => runUnpacked(list, 'dash', [script, ...args])

export function byProgram(list: Entry[], ...args: string[]) {
  const path = join(temporary(), 'package.asice')
  writeFileSync(path, buildZip(list))
  return runTool(process.execPath, [program, path, '--lang', 'en', ...args])
}

export function fileOf(text: string) {
  const path = join(temporary(), 'root.pem')
  writeFileSync(path, text)
  return path
}
