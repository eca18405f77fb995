const key = 'shimakaze.signed-in'

/** Tells pages of the website that somebody is signed in here: the session itself is in a cookie that no script reads. Gone with the session. */
export const markSignedIn = () => localStorage.setItem(key, '1')

export function isSignedIn(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    // Storage is refused.
    return false
  }
}
