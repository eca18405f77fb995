import { forgetPlatform } from '../kit/plain/kept-platform.ts'

let leaving = false

/** From here on the page only goes to sign in: a refusal that comes late must not lead elsewhere. */
export function leaveFor(address: string) {
  if (leaving) return
  leaving = true
  window.location.assign(address)
}

/** How the page looks and which keys it hears is no account's secret and outlives a session. */
export const foldedKey = 'shimakaze.menu-folded'
const kept = ['shimakaze.appearance', 'shimakaze.keys', foldedKey]

/**
 * Clears what a gone session left in this browser (specification §2, §8); the server cleared the cookie. Drafts of
 * this tab stay, so that nothing typed is lost; signing out on purpose clears them too.
 */
export function forgetSession() {
  const values = kept.map((key) => [key, localStorage.getItem(key)] as const)
  localStorage.clear()
  for (const [key, value] of values) if (value !== null) localStorage.setItem(key, value)
  forgetPlatform()
}

/** Back here after signing in; what was typed waits in this tab's storage. */
export function toLogin() {
  forgetSession()
  leaveFor(`/login?expired=1&to=${encodeURIComponent(window.location.pathname + window.location.search)}`)
}
