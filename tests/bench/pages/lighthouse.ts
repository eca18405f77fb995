import lighthouse from 'lighthouse'
import { launchDebugged } from '../../kit/browser/browser.ts'

const categories = {
  performance: 'fast',
  accessibility: 'accessible',
  'best-practices': 'sound',
  seo: 'found',
} as const
type Category = keyof typeof categories
const figures = {
  'first-contentful-paint': 'first paint',
  'largest-contentful-paint': 'largest paint',
  'total-blocking-time': 'blocked',
} as const

interface Judged {
  scores: Record<Category, number>
  ms: Record<keyof typeof figures, number>
  /** How much of what was painted moved (CLS). */
  shift: number
  lost: string[]
}

/** At times the browser tells nothing of the page's beginning; then it is asked once more. */
async function judge(url: string, port: number): Promise<Judged> {
  return judgeOnce(url, port).catch(async (error: Error) => {
    if (!error.message.includes('NO_NAVSTART')) throw error
    return judgeOnce(url, port)
  })
}

async function judgeOnce(url: string, port: number): Promise<Judged> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(categories),
  })
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
  const { categories: judged, audits, runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  const of = <K extends string>(names: object, value: (name: K) => number) =>
    Object.fromEntries(Object.keys(names).map((name) => [name, value(name as K)])) as Record<K, number>
  return {
    scores: of<Category>(categories, (name) => Math.round((judged[name]?.score ?? 0) * 100)),
    ms: of<keyof typeof figures>(figures, (name) => audits[name]?.numericValue ?? Number.NaN),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    // What costs points beside speed.
    lost: Object.entries(judged).flatMap(([name, { auditRefs }]) =>
      name === 'performance'
        ? []
        : auditRefs.flatMap(({ id, weight }) => (weight > 0 && audits[id]?.score === 0 ? [id] : [])),
    ),
  }
}

/** Each page as a telephone of the middle on a slow network meets it, nothing kept; of three runs the middle by speed. */
export async function benchLighthouse(pages: Record<string, string>) {
  const { browser, port } = await launchDebugged()
  try {
    console.log('Lighthouse, phone settings (of 100: fast, accessible, sound, found):')
    for (const [name, url] of Object.entries(pages)) {
      const runs: Judged[] = []
      for (let i = 0; i < 3; i++) runs.push(await judge(url, port))
      const { scores, ms, shift, lost } = runs.toSorted((a, b) => a.scores.performance - b.scores.performance)[1]!
      const times = Object.entries(figures).map(
        ([id, words]) => `${words} ${ms[id as keyof typeof figures].toFixed(0).padStart(5)} ms`,
      )
      const told = lost.length ? `   ${lost.join(', ')}` : ''
      console.log(
        `  ${name.padEnd(14)} ${Object.values(scores).join(' / ').padEnd(22)} ${times.join('   ')}   moved ${shift.toFixed(3)}${told}`,
      )
    }
  } finally {
    await browser.close()
  }
}
