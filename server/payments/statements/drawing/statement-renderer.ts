import { join } from 'node:path'
import { openRenderer } from '../../../kit/paper/renderer.ts'
import type { StatementModel } from '../statement-model.ts'

export const openStatementRenderer = () =>
  openRenderer<StatementModel>(join(import.meta.dirname, 'statement-worker.ts'))
