import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect } from 'vitest'

// The runner counts the work of this process, and of what it starts, for the file that it runs now.
const folder = process.env['WORK_FILES']
const { testPath } = expect.getState()
if (folder && testPath) writeFileSync(join(folder, String(process.pid)), relative(process.cwd(), testPath))
