import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifyPackage } from '../../proof/bundle.ts'
import { writePackage, type PackageParts } from '../../server/certificates/package/package.ts'
import { requireTool, runTool } from '../kit/outside/tools.ts'
import {
  blobOf,
  localAuthority,
  makeSample,
  smallContents,
  statementFor,
  temporary,
  writeSample,
  type Sample,
} from '../trust/sample.ts'

let sample: Sample

beforeAll(async () => {
  sample = await makeSample(await localAuthority(), statementFor(smallContents))
})

const parts = (out: PackageParts['out'], contents = smallContents): PackageParts => ({
  statement: sample.statement,
  statementBytes: sample.bytes,
  token: sample.token,
  files: sample.statement.files.map((f) => ({ ...f, open: () => Readable.from([contents[f.path]!]) })),
  certificatePdf: sample.pdf,
  authority: sample.authority,
  out,
})

describe('writing a package', () => {
  it('gives a stream the same package it gives a file', async () => {
    const out = new PassThrough()
    const collected = out.toArray() as Promise<Buffer[]>
    await Promise.all([writePackage(parts(out)), collected])
    const bytes = Buffer.concat(await collected)
    expect((await verifyPackage(blobOf(bytes))).verdict).toBe('valid')
  })

  it('leaves nothing behind when an original no longer has its digest', async () => {
    const path = join(temporary(), 'bad.asice')
    const rotten = {
      ...smallContents,
      'data/page.html': Buffer.from(smallContents['data/page.html']!).fill(0x20, 3, 4),
    }
    await expect(writePackage(parts(path, rotten))).rejects.toMatchObject({ code: 'file-differs' })
    expect(readdirSync(dirname(path))).toEqual([])
  })

  it('refuses files that are not those of the statement', async () => {
    const path = join(temporary(), 'bad.asice')
    await expect(writePackage({ ...parts(path), files: [] })).rejects.toMatchObject({
      code: 'files-differ-from-statement',
    })
    expect(existsSync(path)).toBe(false)
  })

  it.runIf(requireTool('unzip'))('makes a ZIP that unzip finds sound, with plain permissions', async () => {
    const { path } = await writeSample(sample, smallContents)
    expect(runTool('unzip', ['-t', path]).text).toContain('No errors detected')
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })
})
