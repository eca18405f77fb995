/** Who must be believed for a fact to hold. `anyone`: arithmetic that every reader can repeat. */
export type Dependency = 'anyone' | 'platform' | 'tsa' | 'chain' | 'ca' | 'package'

export interface Fact {
  code: string
  status: 'proven' | 'failed' | 'unavailable'
  dependsOn: Dependency
  /** Instant the fact speaks of, ISO 8601 UTC. */
  time?: string
  detail: Record<string, string | number>
  /** On the pictures of a page; words stand under `detail.picture`. */
  pictures?: { code: string; params: Record<string, number | string> }[]
}

export interface VerificationReport {
  /** `incomplete`: nothing is wrong, but something that ought to be checked was not at hand. */
  verdict: 'valid' | 'invalid' | 'incomplete'
  facts: Fact[]
}

/** A refusal in terms of a code; the words are in `locales/<language>/proof.json` under `error`. */
export class ProofError extends Error {
  readonly code: string
  readonly detail: Record<string, string | number>

  constructor(code: string, detail: Record<string, string | number> = {}) {
    super(code)
    this.code = code
    this.detail = detail
  }
}

/** Facts that leave the verdict open when they are unavailable. Comparing the root is advice, not a gap. */
const required = new Set(['data-files-present', 'package-given', 'fixed-in-time', 'certificate-sealed', 'paper-sealed'])

export function conclude(facts: Fact[]): VerificationReport {
  if (facts.some((f) => f.status === 'failed')) return { verdict: 'invalid', facts }
  const open = facts.some((f) => f.status === 'unavailable' && required.has(f.code))
  return { verdict: open ? 'incomplete' : 'valid', facts }
}

/** Collects facts; a check that throws becomes a failed fact naming its reason. */
export class FactList {
  readonly facts: Fact[] = []

  add(fact: Fact) {
    this.facts.push(fact)
  }

  async check<T extends object>(
    code: string,
    dependsOn: Dependency,
    run: () => T | Promise<T>,
    describe: (result: T) => Pick<Fact, 'time' | 'detail'> & Partial<Pick<Fact, 'status' | 'pictures'>> = () => ({
      detail: {},
    }),
  ): Promise<T | undefined> {
    try {
      const result = await run()
      this.add({ code, status: 'proven', dependsOn, ...describe(result) })
      return result
    } catch (error) {
      this.add({ code, status: 'failed', dependsOn, detail: reasonOf(error) })
      return undefined
    }
  }
}

function reasonOf(error: unknown): Record<string, string | number> {
  if (error instanceof ProofError) return { ...error.detail, reason: error.code }
  return { reason: 'unreadable' }
}
