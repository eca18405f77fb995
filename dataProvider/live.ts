import { pathOf } from '../contract/kit/call.ts'
import { LiveEvent, liveCalls } from '../contract/platform/live.ts'

/** What happens in an account, whatever number of lists and tabs look at it; nothing is missed while the line is away. */
export interface LiveSource {
  follow(listener: (event: LiveEvent) => void): () => void
}
export interface LiveClient extends LiveSource {
  close(): void
}

/** Stays the same while clients come and go beneath it, one at a time. */
export function createLiveRelay() {
  const listeners = new Set<(event: LiveEvent) => void>()
  let close = () => {}
  return {
    follow(listener: (event: LiveEvent) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Gives back how to end it. */
    connect(client: LiveClient) {
      client.follow((event) => {
        for (const listener of listeners) listener(event)
      })
      close = () => client.close()
      return close
    },
    close: () => close(),
  }
}

interface Told {
  /** Everything up to here has been told. */
  id: number
  event?: LiveEvent
}

interface Stream {
  close(): void
}

/** For so long a tab waits to be told by the others where they are. */
const longestAnswer = 1_000
/** A proxy that refuses while the service is started anew ends a stream for good: it is opened again after so long, longer each time. */
const [firstRest, longestRest] = [2_000, 60_000]

/**
 * One tab of a browser hears and tells the others: over HTTP/1.1 a browser opens six connections to a host, and each stream keeps one. It is
 * the tab that was looked at last, as those in the background may be put to sleep. Without locks (a page without https) each hears for itself.
 */
export function createLiveClient(accountId: string, userId: string): LiveClient {
  const name = `skz-live ${userId}`
  const listeners = new Set<(event: LiveEvent) => void>()
  const others = new BroadcastChannel(name)
  const streams = new Set<Stream>()
  let at: number | undefined
  let ended = false
  let answered: () => void
  const answer = new Promise<void>((done) => (answered = done))
  const take = ({ id, event }: Told) => {
    if (at !== undefined && id <= at) return
    at = id
    answered()
    if (event) for (const listener of listeners) listener(event)
  }
  const tell = (told: Told) => {
    take(told)
    others.postMessage(told)
  }
  others.onmessage = ({ data }: MessageEvent<Told | 'where'>) => {
    if (data !== 'where') take(data)
    else if (at !== undefined) others.postMessage({ id: at })
  }

  /** Hears until another tab takes over, or this one ends. */
  async function hear(options: LockOptions) {
    let stream: Stream | undefined
    try {
      await navigator.locks.request(
        name,
        options,
        () =>
          new Promise<void>((done) => {
            if (ended) return done()
            const opened = openStream(accountId, () => at, tell)
            stream = { close: () => (opened.close(), done()) }
            streams.add(stream)
          }),
      )
    } catch (error) {
      // Another tab is looked at, and has taken over.
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
    } finally {
      stream?.close()
      if (stream) streams.delete(stream)
    }
  }
  async function takeTurns() {
    while (!ended) await hear({})
  }
  const hearAlone = () => void (ended || streams.add(openStream(accountId, () => at, tell)))
  const whenSeen = () => {
    if (document.visibilityState === 'visible' && !streams.size) void hear({ steal: true }).catch(() => undefined)
  }
  async function begin() {
    await join(name, others, answer)
    if (ended) return
    whenSeen()
    document.addEventListener('visibilitychange', whenSeen)
    await takeTurns()
  }
  if ('locks' in navigator) void begin().catch(hearAlone)
  else hearAlone()
  return {
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      ended = true
      document.removeEventListener('visibilitychange', whenSeen)
      for (const stream of streams) stream.close()
      others.close()
    },
  }
}

/** Who joins others goes on from where they are: they would miss what happens after their stream was closed and before the next is open. */
async function join(name: string, others: BroadcastChannel, answer: Promise<void>) {
  const { held = [], pending = [] } = await navigator.locks.query()
  if (![...held, ...pending].some((lock) => lock.name === name)) return
  others.postMessage('where')
  await Promise.race([answer, new Promise((done) => setTimeout(done, longestAnswer))])
}

/** Opened again by the browser where the line breaks, and by us where the answer was a refusal. */
function openStream(accountId: string, at: () => number | undefined, tell: (told: Told) => void): Stream {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  let rest = firstRest
  const open = () => {
    source = new EventSource(
      pathOf(liveCalls.stream) +
        `?${new URLSearchParams({ account: accountId, ...(at() === undefined ? {} : { since: String(at()) }) })}`,
    )
    source.onopen = () => (rest = firstRest)
    source.onmessage = (message) => {
      const event = LiveEvent.safeParse(JSON.parse(String(message.data)))
      tell({ id: Number(message.lastEventId), ...(event.success ? { event: event.data } : {}) })
    }
    source.addEventListener('at', (message) => tell({ id: Number(message.lastEventId) }))
    source.onerror = () => {
      if (source.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, rest)
      rest = Math.min(rest * 2, longestRest)
    }
  }
  open()
  return {
    close() {
      clearTimeout(timer)
      source.close()
    },
  }
}
