import type { JudgedUrl } from '../../evidence/kinds/evidence-kind.types.ts'
import type { Services } from '../../kit/services.ts'
import { validateUrl } from './validate-url.ts'

/** Judges each address, by its place among them; a repeated one names `lineOf` the first. */
export function judgeUrls(services: Services, urls: string[], lineOf: (index: number) => number): JudgedUrl[] {
  const seen = new Map<string, number>()
  return urls.map((url, i): JudgedUrl => {
    const result = validateUrl(url, { allowPrivate: services.config.allowPrivate })
    if (!result.ok) return { url, problem: { key: `url.${result.code}`, params: result.params ?? {} } }
    const earlier = seen.get(result.url)
    if (earlier !== undefined) return { url, problem: { key: 'url.repeated', params: { line: lineOf(earlier) } } }
    seen.set(result.url, i)
    return { url: result.url }
  })
}
