import type { Client } from '../../../dataProvider/client.ts'
import { ApiError } from '../../../dataProvider/errors.ts'
import { plainName } from '../../../contract/registry/deposits.ts'
import { uploadCalls, type UploadRow } from '../../../contract/registry/uploads.ts'
import { type Digests, hashing, type HashingOf } from '../../kit/files/hash-file.ts'
import { loadPart } from '../../kit/page/lazy-part.ts'
import type { RunningUpload, UploadStop } from './tus-client.ts'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'checking' | 'ready' | 'failed'

/** One file on its way; replaced whole at every change, so that pages see that it changed. */
export interface UploadItem {
  key: number
  /** Undefined of one that was sent whole before this page: it is not here to be compared. */
  file: File | undefined
  name: string
  size: number
  state: UploadState
  sent: number
  /** Part of it that this browser has hashed. */
  hashed: number
  /** Bytes a second of late; undefined until known. */
  speed: number | undefined
  /** What was computed here, which the service's own must equal; without a file here, the service's. */
  digests: Digests | undefined
  fileId: string | undefined
  /** Why it stands still: in words of the service, or by a key of ours. */
  problem: { key: 'network' | 'session' | 'differs' | 'unreadable' } | { message: string } | undefined
}

/** One that was not begun. */
const blank = {
  state: 'waiting',
  sent: 0,
  hashed: 0,
  speed: undefined,
  digests: undefined,
  fileId: undefined,
  problem: undefined,
} as const satisfies Partial<UploadItem>

interface Work {
  hash?: HashingOf
  sending?: RunningUpload
  /** When progress was seen, for the speed. */
  seen: { at: number; sent: number }[]
  /** Counts its starts: one that was overtaken while it prepared does nothing. */
  starts: number
  /** What was sent before this page under its name, but is another file. */
  others: Set<string>
  /** It goes on with what was sent before this page, as it was then. */
  adopted?: UploadRow | undefined
}

export interface UploadSender {
  client: Client
  headers(): Record<string, string>
}

/** The line, or what stands before the service, failed; the service itself said nothing. */
const unanswered: ReadonlySet<string> = new Set(['network', 'timeout', 'status'])
/** A service that is started anew is back within these; each byte that arrives begins them again. */
const waits = [300, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000]
const speedOver = 5_000
const askEvery = 600
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

/** Files sent one after the other, each hashed here while it goes, and compared with what the service received. */
export class UploadQueue {
  items: readonly UploadItem[] = []
  readonly #sender: UploadSender
  readonly #works = new Map<number, Work>()
  readonly #listeners = new Set<() => void>()
  #next = 1
  #ended = false

  constructor(sender: UploadSender) {
    this.#sender = sender
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  read = () => this.items

  add(files: readonly File[]) {
    const known = new Set(this.items.map(({ file }) => file && idOf(file)))
    const fresh = files.filter((file) => !known.has(idOf(file)))
    this.#set([
      ...this.items,
      ...fresh.map((file): UploadItem => ({
        ...blank,
        key: this.#next++,
        file,
        name: plainName(file.name),
        size: file.size,
      })),
    ])
    this.#go()
  }

  /** Takes what was sent whole before this page, as it is. */
  take({ fileId, fileName: name, fileSize: size, sha256, sm3 }: UploadRow) {
    if (!sha256 || !sm3 || this.items.some((i) => i.fileId === fileId)) return
    const whole = { state: 'ready', sent: size, hashed: 1, digests: { sha256, sm3 } } as const
    this.#set([...this.items, { ...blank, ...whole, key: this.#next++, file: undefined, name, size, fileId }])
  }

  async pause(key: number) {
    this.#change(key, { state: 'paused', speed: undefined, problem: undefined })
    await this.#works.get(key)?.sending?.pause()
    this.#go()
  }

  resume(key: number) {
    this.#change(key, { state: 'waiting', problem: undefined })
    this.#go()
  }

  /** Takes a file out, and what the service has of it; what was there before this page stays there. */
  async remove(key: number) {
    const item = this.#item(key)
    this.#set(this.items.filter((i) => i.key !== key))
    await this.#drop(key, item?.file && item.fileId)
    this.#go()
  }

  /** What differs is thrown away on both sides and sent anew. */
  async again(key: number) {
    const item = this.#item(key)
    await this.#drop(key, item?.fileId)
    this.#change(key, blank)
    this.#go()
  }

  begin() {
    this.#ended = false
    this.#go()
  }

  /** Stops what runs; what was sent stays where it is. */
  end() {
    this.#ended = true
    for (const work of this.#works.values()) {
      work.hash?.stop()
      void work.sending?.pause()
    }
  }

  async #drop(key: number, fileId: string | undefined) {
    const work = this.#works.get(key)
    this.#works.delete(key)
    work?.hash?.stop()
    await work?.sending?.pause()
    if (fileId) await this.#sender.client.call(uploadCalls.remove, { params: { id: fileId } }).catch(() => undefined)
  }

  #item = (key: number) => this.items.find((i) => i.key === key)

  #set(items: readonly UploadItem[]) {
    this.items = items
    for (const listener of this.#listeners) listener()
  }

  #change(key: number, change: Partial<UploadItem>) {
    this.#set(this.items.map((i) => (i.key === key ? { ...i, ...change } : i)))
  }

  #go() {
    if (this.#ended || this.items.some((i) => i.state === 'sending')) return
    const next = this.items.find((i) => i.state === 'waiting')
    if (next?.file) void this.#start(next.key, next.file)
  }

  async #start(key: number, file: File) {
    this.#change(key, { state: 'sending' })
    const work: Work = this.#works.get(key) ?? { seen: [], starts: 0, others: new Set() }
    work.seen = []
    const start = ++work.starts
    this.#works.set(key, work)
    work.hash ??= this.#hash(key, file)
    const [part, begun] = await Promise.all([
      loadPart(() => import('./tus-client.ts')).catch(() => undefined),
      this.#begunBefore(key, file, work).catch((error: unknown) => ({ why: whyNot(error) })),
    ])
    // Paused or taken out meanwhile.
    if (this.#item(key)?.state !== 'sending' || work.starts !== start) return
    if (!part) return this.#stopped(key, { kind: 'network' })
    if ('why' in begun) return this.#stopped(key, begun.why)
    const { fileId } = begun
    this.#change(key, { fileId })
    work.sending = part.send(file, {
      fileId,
      waits,
      headers: this.#sender.headers(),
      onBegun: (id) => this.#change(key, { fileId: id }),
      onProgress: (sent) => this.#progress(key, work, sent),
      onDone: (id) => void this.#arrived(key, work, id),
      onStop: (why) => void this.#stopped(key, why),
    })
  }

  /** The same file that was sent before this page, in part or whole: whether it is really the same, its digests tell. Rejects where that cannot be known: nothing is sent twice for want of an answer. */
  async #begunBefore(key: number, file: File, work: Work): Promise<{ fileId: string | undefined }> {
    const mine = this.#item(key)?.fileId
    if (mine) return { fileId: mine }
    const { list } = await this.#list(key)
    const taken = new Set(this.items.map((i) => i.fileId))
    const before = list.filter(
      (u) =>
        u.fileName === plainName(file.name) &&
        u.fileSize === file.size &&
        !taken.has(u.fileId) &&
        !work.others.has(u.fileId),
    )
    work.adopted = before.toSorted((a, b) => b.received - a.received)[0]
    return { fileId: work.adopted?.fileId }
  }

  /** Asks until the service answers, as sending itself does. */
  async #list(key: number, tries = 0): Promise<{ list: UploadRow[] }> {
    try {
      return await this.#sender.client.call(uploadCalls.list)
    } catch (error) {
      const ms = waits[tries]
      if (ms === undefined || whyNot(error).kind === 'refused' || this.#item(key)?.state !== 'sending') throw error
      await wait(ms)
      return this.#list(key, tries + 1)
    }
  }

  #hash(key: number, file: File): HashingOf {
    const hash = hashing(file, { sm3: true }, (hashed) => this.#change(key, { hashed }))
    hash.promise.then(
      (digests) => this.#change(key, { digests }),
      () => undefined,
    )
    return hash
  }

  #progress(key: number, { seen }: Work, sent: number) {
    const now = performance.now()
    seen.push({ at: now, sent })
    while (seen.length > 2 && now - seen[0]!.at > speedOver) seen.shift()
    const [first] = seen
    const seconds = (now - first!.at) / 1_000
    if (this.#item(key)?.state === 'sending')
      this.#change(key, { sent, ...(seconds > 0.5 ? { speed: (sent - first!.sent) / seconds } : {}) })
  }

  async #arrived(key: number, work: Work, fileId: string) {
    this.#change(key, { state: 'checking', fileId, speed: undefined, sent: this.#item(key)?.size ?? 0 })
    this.#go()
    try {
      const [received, digests] = await Promise.all([this.#received(key, fileId), work.hash!.promise])
      if (!received) return
      const same = received.sha256 === digests.sha256 && received.sm3 === digests.sm3
      if (!same && work.adopted?.fileId === fileId) return await this.#sendAnew(key, work, work.adopted)
      this.#change(key, same ? { state: 'ready', digests } : { state: 'failed', problem: { key: 'differs' } })
    } catch (error) {
      this.#change(key, {
        state: 'failed',
        problem: error instanceof ApiError ? { message: error.message } : { key: 'unreadable' },
      })
    }
  }

  /** What was sent before was another file of this name and size: it stays if it was whole; half of each is of no use. */
  async #sendAnew(key: number, work: Work, before: UploadRow) {
    work.others.add(before.fileId)
    if (before.received < before.fileSize)
      await this.#sender.client.call(uploadCalls.remove, { params: { id: before.fileId } }).catch(() => undefined)
    this.#begin(key)
  }

  #begin(key: number) {
    if (!this.#item(key)) return
    this.#change(key, { state: 'waiting', sent: 0, fileId: undefined })
    this.#go()
  }

  /** Asks until the service has put the file together and hashed it. */
  async #received(key: number, fileId: string): Promise<{ sha256: string; sm3: string } | undefined> {
    while (!this.#ended && this.#item(key)) {
      const { sha256, sm3 } = await this.#sender.client
        .call(uploadCalls.info, { params: { id: fileId } })
        .catch((error: unknown) => {
          if (error instanceof ApiError && unanswered.has(error.code)) return { sha256: null, sm3: null }
          throw error
        })
      if (sha256 && sm3) return { sha256, sm3 }
      await wait(askEvery)
    }
  }

  /** Without a session this person signs in over the page and it goes on; whatever else stops it is told. */
  async #stopped(key: number, why: UploadStop): Promise<void> {
    if (why.kind === 'session') {
      this.#change(key, { state: 'paused', problem: { key: 'session' } })
      const again = await this.#sender.client.call(uploadCalls.list).then(
        () => true,
        () => false,
      )
      if (again && this.#item(key)?.state === 'paused') return this.resume(key)
      return
    }
    if (why.kind === 'unknown') return this.#askedWhy(key)
    this.#change(
      key,
      why.kind === 'network'
        ? { state: 'paused', problem: { key: 'network' } }
        : { state: 'failed', problem: { message: why.message } },
    )
    this.#go()
  }

  /** It is gone, so it begins anew; or whoever sends may not, in the service's own words. */
  async #askedWhy(key: number) {
    const id = this.#item(key)?.fileId
    if (!id) return
    const why = await this.#sender.client.call(uploadCalls.info, { params: { id } }).then(
      (): UploadStop => ({ kind: 'network' }),
      (error: unknown) => (error instanceof ApiError && error.code === 'not-found' ? 'gone' : whyNot(error)),
    )
    if (this.#item(key)?.state !== 'sending') return
    return why === 'gone' ? this.#begin(key) : this.#stopped(key, why)
  }
}

/** Why the service did not answer as it should. */
const whyNot = (error: unknown): UploadStop =>
  error instanceof ApiError && !unanswered.has(error.code)
    ? { kind: 'refused', message: error.message }
    : { kind: 'network' }

/** The same file chosen twice is one. */
const idOf = ({ name, size, lastModified }: File) => `${name}/${size}/${lastModified}`
