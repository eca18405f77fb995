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

async function start() {
  await painted()
  // Asked for together, and each evaluated in a task of its own: a phone scrolls on between them.
  void import('react-dom/client')
  const { takeOver } = await import('./take-over.tsx')
  await takeOver()
}

void start()
