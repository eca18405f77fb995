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
  for (const part of document.querySelectorAll<HTMLLinkElement>('link[rel="part"]')) part.rel = 'modulepreload'
  await import('react-dom/client')
  await nextTask()
  const { takeOver } = await import('./take-over.tsx')
  await nextTask()
  await takeOver()
}

void start()
