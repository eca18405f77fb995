interface Window {
  hits: number
  left: number
}

/**
 * Lines that say the same: the first `most` of a minute are written, of the rest one line tells how many they were. Whoever can cause an
 * error as often as they like must not fill the disk with it.
 */
export function countRepeats({ most = 20, seconds = 60 } = {}) {
  const windows = new Map<string, Window>()
  /** True where the line is to be written; `atEnd` gets the number of those that were not. */
  return (key: string, atEnd: (left: number) => void): boolean => {
    const window = windows.get(key) ?? { hits: 0, left: 0 }
    window.hits += 1
    if (window.hits === 1) {
      windows.set(key, window)
      setTimeout(() => {
        windows.delete(key)
        if (window.left) atEnd(window.left)
      }, seconds * 1_000).unref()
    }
    if (window.hits <= most) return true
    window.left += 1
    return false
  }
}
