const releases = ['pointerup', 'pointercancel', 'click'] as const

/**
 * Makes a change that moves what stands below it, once nothing is pressed. A field is left by pressing a button: if that moved away under the
 * press, it would get no click.
 */
export function whenReleased(change: () => void): void {
  if (!document.querySelector('body :active')) return change()
  const over = new AbortController()
  const release = () => {
    over.abort()
    // The click comes behind the release, in the same task.
    setTimeout(change)
  }
  for (const name of releases) document.addEventListener(name, release, { capture: true, signal: over.signal })
}
