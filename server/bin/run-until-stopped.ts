/** Waits for Ctrl-C or a service manager's stop. A second signal does not wait for anything. */
export function runUntilStopped(): Promise<void> {
  return new Promise((stop) => {
    let asked = false
    const onSignal = () => {
      if (asked) process.exit(130)
      asked = true
      stop()
    }
    process.on('SIGINT', onSignal)
    process.on('SIGTERM', onSignal)
    process.on('SIGHUP', onSignal)
  })
}
