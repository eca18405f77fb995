import '../kit/plain/tokens.css'
import './site.css'
// Of pages that are loaded by themselves: what is written must not wait for their scripts to look right.
import './content.css'
import './home/home.css'
import '../content/public/lawyers.css'
import '../certificates/public/shared/shared.css'

/** Scripts change nothing of what is read: they come once it can be. A page that nobody looks at is not painted. */
const painted = () =>
  new Promise<void>((resolve) => {
    if (document.hidden) resolve()
    else requestAnimationFrame(() => setTimeout(resolve))
  })

/** What waits meanwhile, scrolling and typing above all, comes first. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  await painted()
  // Fetched together (`site-at-once` in `vite.config.ts` names them), and evaluated one by one.
  const parts = [...document.querySelectorAll<HTMLLinkElement>('link[rel="part"]')]
  for (const part of parts) part.rel = 'modulepreload'
  for (const { href } of parts) {
    await import(/* @vite-ignore */ href)
    await nextTask()
  }
  const { takeOver } = await import('./take-over.tsx')
  const draw = await takeOver()
  await nextTask()
  draw()
}

/** An update took away the parts that this page was written for: it is loaded once more. Without a network it stays, to be read. */
async function reloadOnce(error: unknown) {
  const [arrival] = performance.getEntriesByType('navigation')
  const isReloaded = (arrival as PerformanceNavigationTiming | undefined)?.type === 'reload'
  if (isReloaded || !(await fetch('/mark.svg', { cache: 'no-store' })).ok) throw error
  window.location.reload()
}

void start().catch(reloadOnce)
