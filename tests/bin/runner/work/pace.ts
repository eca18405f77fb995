import { deflateSync } from 'node:zlib'

/** CPU time of one round, in seconds, beside a run in the hour in which the bounds of `budget.json` were set. */
const secondsOfRound = 0.036
const roundEveryMs = 20_000

const rows = JSON.stringify(
  Array.from({ length: 4_000 }, (_, i) => ({
    id: i,
    name: `row ${(i * 7_919) % 4_001}`,
    parts: [i, (i * i) % 997, `p${i % 13}`],
  })),
)
const bytes = Buffer.from(rows)

/** Programs of the platform, which nothing compiles anew while they run: they cost the same at the beginning of a run and at its end. */
function work(rounds: number) {
  for (let i = 0; i < rounds; i++) {
    for (let parsed = 0; parsed < 4; parsed++) JSON.parse(rows)
    deflateSync(bytes)
  }
}

/** CPU time of this thread for one round, in seconds. */
function measureRound(): number {
  // Brings it back into the caches of the processor, which others used meanwhile.
  work(1)
  const before = process.threadCpuUsage()
  work(3)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1e6
}

/** Follows how fast the machine is while a run goes on: who else lives on it slows the same work down by up to a third. */
export class RunningPace {
  readonly #rounds: number[] = []
  readonly #timer = setInterval(() => this.#rounds.push(measureRound()), roundEveryMs).unref()

  /** CPU time that work takes, by what it takes usually: 1.2 where it takes a fifth more. */
  stop(): number {
    clearInterval(this.#timer)
    const rounds = [...this.#rounds, measureRound()]
    return rounds.reduce((sum, seconds) => sum + seconds, 0) / rounds.length / secondsOfRound
  }
}
