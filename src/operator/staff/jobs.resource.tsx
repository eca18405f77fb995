import { ThunderboltOutlined } from '@ant-design/icons'
import { EvidenceStatus } from '../../../contract/evidence/evidence.ts'
import { jobCalls, jobQueues, JobState, PlatformJob } from '../../../contract/operator/jobs.ts'
import { defineResource } from '../../kit/resource/resource.ts'
import { recordRoutes } from '../../kit/resource/record-routes.ts'
import { reasoned } from '../../kit/actions/reasoned.tsx'
import { toRecord } from '../../platform/parts/to-record.tsx'

const right = 'operator.jobs'
const open: readonly string[] = ['stuck', 'waiting', 'retrying', 'running'] satisfies JobState[]

/** What is not done yet, and what can be done about it. */
export default defineResource<PlatformJob>({
  name: 'operatorJobs',
  words: 'operator',
  schema: PlatformJob,
  title: 'subject',
  endpoints: { list: jobCalls.list, one: { call: jobCalls.get, request: (id) => ({ params: { id } }) } },
  routes: recordRoutes('job'),
  access: right,
  menu: { icon: <ThunderboltOutlined />, group: 'desk', order: 880 },
  fields: {
    subject: { kind: 'text', width: 190 },
    queue: { kind: 'choice', width: 170, values: jobQueues },
    jobState: {
      kind: 'choice',
      width: 150,
      values: JobState.options,
      tones: { stuck: 'warning', failed: 'bad', running: 'active' },
    },
    evidenceStatus: { kind: 'choice', width: 150, values: EvidenceStatus.options },
    account: { kind: 'text', width: 170 },
    retries: { kind: 'number', width: 120 },
    error: { kind: 'long-text' },
    startedAt: { kind: 'instant', width: 176 },
    createdAt: { kind: 'instant', width: 176 },
  },
  columns: ['subject', 'queue', 'jobState', 'evidenceStatus', 'account', 'retries', 'error', 'createdAt'],
  card: ['queue', 'jobState', 'account', 'error', 'createdAt'],
  filters: {
    queue: { kind: 'choice', values: jobQueues, words: 'choice.queue' },
    jobState: { kind: 'choice', values: JobState.options, words: 'choice.jobState' },
    ano: { kind: 'text' },
  },
  defaultSort: '-createdAt',
  waits: { jobState: 'failed' },
  actions: [
    {
      name: 'retry',
      right,
      scope: 'row',
      confirm: true,
      allowed: (j) => j.jobState === 'failed',
      run: { send: 'each', call: jobCalls.retry, request: ({ id }) => ({ params: { id } }) },
    },
    {
      name: 'cancel',
      right,
      scope: 'row',
      danger: true,
      allowed: (j) => open.includes(j.jobState),
      form: reasoned<PlatformJob>({
        action: 'cancel',
        why: 'cancelJob',
        call: jobCalls.cancel,
        request: ({ id }) => ({ params: { id } }),
        nameOf: (j) => j.subject,
        refresh: 'operatorJobs',
      }),
    },
    {
      name: 'record',
      right: 'operator.audit',
      scope: 'row',
      allowed: (j) => j.ano !== null,
      form: toRecord((j) => j.ano!),
    },
  ],
})
