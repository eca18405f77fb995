import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './tools.ts'

/** Which of these colours, as `#7a1fa2`, are painted on the first page of a PDF. Needs pdftoppm. */
export function paintedIn(pdf: Uint8Array, colours: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'skz-painted-'))
  try {
    const path = join(folder, 'paper.pdf')
    writeFileSync(path, pdf)
    runTool('pdftoppm', ['-r', '60', '-f', '1', '-l', '1', path, join(folder, 'page')])
    const [picture] = readdirSync(folder).filter((name) => name.endsWith('.ppm'))
    const pixels = readFileSync(join(folder, picture!))
    return colours.filter((colour) => pixels.includes(Buffer.from(colour.slice(1), 'hex')))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
