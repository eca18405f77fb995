import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseFonts, packagedFonts } from '../../../server/captures/engine/browser/fonts.ts'

describe('fonts of captures', () => {
  it('are set up by captures that begin at the same moment, and each finds them whole', async () => {
    const both = Array.from({ length: 8 }, (_, at) => (at % 2 ? packagedFonts() : chooseFonts()))
    const files = (await Promise.all(both)).map(({ configFile }) => configFile)
    expect(new Set(files).size).toBe(2)
    for (const file of files) expect(readFileSync(file, 'utf8')).toMatch(/<\/fontconfig>\n$/)
  })
})
