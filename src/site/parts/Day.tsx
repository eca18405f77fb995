import { formatInstant } from '../../kit/plain/format.ts'

/** A day in Asia/Shanghai. */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{formatInstant(at).slice(0, 10)}</time>
}
