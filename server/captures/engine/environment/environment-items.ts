/** An item's distance from the state of an undisturbed machine. */
export type Verdict = 'clean' | 'noted' | 'abnormal'

/** One checked fact of the machine. Words for each code stand in `locales`, under `environment`. */
export interface EnvironmentItem {
  readonly code: string
  readonly verdict: Verdict
  readonly facts: Readonly<Record<string, unknown>>
}

export const item = (code: string, verdict: Verdict, facts: Readonly<Record<string, unknown>>): EnvironmentItem => ({
  code,
  verdict,
  facts,
})

export interface EnvironmentSummary {
  readonly verdict: Verdict
  readonly abnormal: readonly string[]
  readonly noted: readonly string[]
}

export function summarise(items: readonly EnvironmentItem[]): EnvironmentSummary {
  const codes = (verdict: Verdict) => items.filter((entry) => entry.verdict === verdict).map(({ code }) => code)
  const [abnormal, noted] = [codes('abnormal'), codes('noted')]
  return { verdict: abnormal.length > 0 ? 'abnormal' : noted.length > 0 ? 'noted' : 'clean', abnormal, noted }
}
