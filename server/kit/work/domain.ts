import type { ApprovalKind } from './approval-kind.ts'
import type { Stoppable } from './intervals.ts'
import type { Mounted } from '../calls/implement.ts'
import type { Queue } from './jobs.ts'
import type { RecordNames } from '../audit/record-names.ts'
import type { PersonalData } from '../personal-data/personal-data.ts'
import type { Message } from '../notify/messages.ts'
import type { CoreServices, Ports, Services } from '../services.ts'
import type { Config } from '../settings/config.ts'
import type { SettingsGroup } from '../settings/settings-group.ts'

/** What errors of work that nobody waits for are written to. */
export interface WorkLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}
export type ErrorLog = Pick<WorkLog, 'error'>

export interface WorkContext {
  services: Services
  log: WorkLog
  /** Where work under way keeps its files; what killed workers left there is removed at the next start. */
  workDir: string
  /** Aborted when the worker stops: what takes long ends soon and goes back to its queue. */
  shutdown: AbortSignal
}

/** A queue that a worker takes jobs from, so many at once. */
export interface JobWork {
  queue: Queue
  concurrency: number
  run(job: { jobId: string; id: string }): Promise<void>
}

/** What a domain does in every worker. */
export interface DomainWork {
  jobs?: readonly JobWork[]
  /** Loops that look for something to do by themselves. */
  loops?: readonly Stoppable[]
  /** Called last, when no job and no loop of the domain runs any more. */
  close?(): void
}

/** Something to be done again and again by whichever worker comes to it. Safe to repeat, and to run in several at once. */
export interface Sweep {
  name: string
  everySeconds: number
  run(services: Services, log: WorkLog): Promise<unknown>
}

/** All that the rest of the service must know of a domain: `server/app` lists domains and asks nothing else of them. */
export interface Domain<Context extends WorkContext = WorkContext> {
  /** The folder's name. */
  name: string
  routes?: (services: Services) => readonly Mounted[]
  /** What operators may set for it. A group that several domains read is declared by the lowest of them. */
  settings?: readonly SettingsGroup[]
  /** Refuses settings that each are right and do not fit one another, with a `ConfigError`: asked before anything is opened. */
  check?: (config: Config) => void
  /** Opens the ports that are this domain's to open. `showMessage` is the terminal of a local installation. */
  open?: (core: CoreServices, showMessage: (message: Message) => void) => Partial<Ports>
  /** Where its jobs wait. */
  queues?: readonly Queue[]
  work?: (context: Context) => DomainWork | Promise<DomainWork>
  sweeps?: readonly Sweep[]
  /** What it holds of people. */
  personalData?: PersonalData
  /** Changes of its own that one person asks for and another one decides on. */
  approvals?: readonly ApprovalKind[]
  /** What its records are called today, for whoever reads of acts on them. */
  recordNames?: RecordNames
}

export const defineDomain = <Context extends WorkContext = WorkContext>(domain: Domain<Context>): Domain<Context> =>
  domain
