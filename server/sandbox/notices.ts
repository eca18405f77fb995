/** A notice as it goes over the wire. */
export interface SandboxNotice {
  headers: Record<string, string>
  body: string
}

export interface NoticeSender {
  /** `never`: the vendor promises none. `twice`: at once again although it was taken. */
  mode: 'once' | 'twice' | 'never'
  /** Milliseconds before the first. */
  late: number
  /** Milliseconds before each repetition. */
  delays: readonly number[]
  /** Status of every attempt, 0 where nobody answered. */
  attempts: { url: string; status: number }[]
  /** Repeats until it is taken or the vendor gives up. It is written anew for each attempt. */
  send(url: string, write: () => SandboxNotice): void
  /** When everything that is under way has ended. */
  settled(): Promise<void>
  close(): void
}

/** What a vendor waits for an answer. */
const patience = 5_000

export function noticeSender(
  delays: readonly number[],
  isTaken: (status: number, body: string) => boolean,
): NoticeSender {
  const ending = new AbortController()
  const running = new Set<Promise<void>>()
  const wait = (milliseconds: number) =>
    new Promise<void>((done) => {
      if (ending.signal.aborted) return done()
      const timer = setTimeout(done, milliseconds)
      ending.signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
    })
  const attempt = async (url: string, { headers, body }: SandboxNotice) => {
    try {
      const signal = AbortSignal.any([ending.signal, AbortSignal.timeout(patience)])
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
      sender.attempts.push({ url, status: response.status })
      return isTaken(response.status, await response.text())
    } catch {
      sender.attempts.push({ url, status: 0 })
      return false
    }
  }
  const repeat = async (url: string, write: () => SandboxNotice) => {
    const isTwice = sender.mode === 'twice'
    for (const delay of [sender.late, ...sender.delays]) {
      await wait(delay)
      if (ending.signal.aborted) return
      if (!(await attempt(url, write()))) continue
      if (isTwice) await attempt(url, write())
      return
    }
  }
  const sender: NoticeSender = {
    mode: 'once',
    late: 0,
    delays,
    attempts: [],
    send(url, write) {
      if (sender.mode === 'never') return
      const sending = repeat(url, write).finally(() => running.delete(sending))
      running.add(sending)
    },
    async settled() {
      await Promise.all(running)
    },
    close: () => ending.abort(),
  }
  return sender
}
