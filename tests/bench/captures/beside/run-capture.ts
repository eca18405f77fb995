import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { limits } from '../../../../server/captures/web/limits.ts'
import type { runWebCapture as RunWebCapture } from '../../../../server/captures/web/run-web-capture.ts'

// One capture, by the code of a tree and with the limits of this one. Arguments: the tree, the address, an empty folder.
const [tree = '', url = '', folder = ''] = process.argv.slice(2)
const code = pathToFileURL(join(tree, 'server/captures/web/run-web-capture.ts')).href
const { runWebCapture } = (await import(code)) as { runWebCapture: typeof RunWebCapture }
const { missing, stats } = await runWebCapture(
  { url, device: 'desktop', scroll: true, delaySeconds: 0, language: 'zh-CN' },
  {
    outDir: join(folder, 'files'),
    workDir: join(folder, 'work'),
    signal: new AbortController().signal,
    onProgress: () => {},
    limits,
    allowPrivate: ['127.0.0.0/8'],
    browser: { configured: process.env['CHROMIUM_PATH'] },
    now: () => new Date(),
  },
)
const told = { missing: missing.map(({ code }) => code), milliseconds: stats.milliseconds }
await writeFile(join(folder, 'told.json'), JSON.stringify(told))
process.exit(0)
