/** Bounds of one capture. A limit that is met ends in a partial capture or an honest failure, never in silence. */
export const limits = {
  /** Everything together; the heartbeat and the job's expiry are longer. */
  totalMs: 180_000,
  loadMs: 60_000,
  silentMs: 15_000,
  idleMs: 8_000,
  scrollMs: 30_000,
  /** All bytes over the wire. */
  bytes: 512 * 1024 * 1024,
  /** The browser's process tree. */
  memoryMb: 1_536,
  /** One response body; a longer one is truncated and listed. */
  bodyBytes: 128 * 1024 * 1024,
  /** This process keeps all that the browser tells of requests beside bodies: an ordinary page has some fifteen kilobytes a request. */
  toldMb: 128,
}
