import { FileSearchOutlined } from '@ant-design/icons'
import { integrityCalls, IntegrityRun, integrityStages, RunState } from '../../../contract/trust/integrity.ts'
import { formatSize } from '../../kit/plain/format.ts'
import { lazyPart } from '../../kit/page/lazy-part.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'

/** Runs of the integrity audit, and what each found. */
export default defineResource<IntegrityRun>({
  name: 'integrity',
  words: 'operator',
  schema: IntegrityRun,
  title: 'run',
  endpoints: { list: integrityCalls.list, one: { call: integrityCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('integrity-run'),
  access: 'operator.jobs',
  menu: { icon: <FileSearchOutlined />, group: 'trust', order: 882 },
  above: lazyPart(async () => (await import('./IntegrityPanel.tsx')).IntegrityPanel),
  tabs: [{ name: 'findings', part: lazyPart(async () => (await import('./IntegrityFindings.tsx')).IntegrityFindings) }],
  fields: {
    run: { kind: 'text', width: 230 },
    runState: {
      kind: 'choice',
      width: 150,
      values: RunState.options,
      tones: { running: 'active', done: 'good', found: 'bad' },
    },
    stage: { kind: 'choice', width: 120, values: integrityStages },
    findings: { kind: 'number', width: 110 },
    objects: { kind: 'number', width: 120 },
    objectsDue: { kind: 'number', width: 130 },
    bytes: {
      kind: 'number',
      width: 120,
      cell: ({ bytes }) => formatSize(bytes),
      text: ({ bytes }) => formatSize(bytes),
    },
    entries: { kind: 'number', width: 120 },
    checkpoints: { kind: 'number', width: 120 },
    stamps: { kind: 'number', width: 120 },
    acts: { kind: 'number', width: 130 },
    byStaff: { kind: 'flag', width: 120 },
    trouble: { kind: 'long-text' },
    begunAt: { kind: 'instant', width: 176 },
    endedAt: { kind: 'instant', width: 176 },
  },
  columns: ['run', 'runState', 'findings', 'objects', 'bytes', 'entries', 'stamps', 'acts', 'endedAt'],
  card: ['runState', 'findings', 'objects', 'bytes', 'endedAt'],
  filters: { runState: { kind: 'choice', values: RunState.options, words: 'choice.runState' } },
  defaultSort: '-begunAt',
  actions: [],
})
