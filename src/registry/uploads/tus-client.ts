import { type DetailedError, Upload } from 'tus-js-client'
import { sessionGoneStatus } from '../../../contract/kit/statuses.ts'
import type { Envelope } from '../../../contract/kit/envelope.ts'
import { tusPath } from '../../../contract/registry/uploads.ts'

/** As much as one request carries: proxies bound what they let through, and a cut costs no more than a piece of it anyway. */
const chunkBytes = 32 * 1024 * 1024

export interface RunningUpload {
  pause(): Promise<void>
}

export interface UploadRoute {
  headers: Record<string, string>
  /** What was begun before and goes on. */
  fileId: string | undefined
  /** Between one try and the next, in milliseconds; each byte that arrives begins them again. */
  waits: number[]
  /** The service knows it by this id from here on. */
  onBegun(fileId: string): void
  onProgress(sent: number): void
  onDone(fileId: string): void
  onStop(why: UploadStop): void
}

/** Why sending stopped by itself; `unknown`: the service would not tell how far it is, and a HEAD has no words for why. */
export type UploadStop =
  | { kind: 'session' }
  | { kind: 'network' }
  | { kind: 'refused'; message: string }
  | { kind: 'unknown' }

const refusalOf = (error: Error): Envelope | undefined => {
  try {
    return JSON.parse((error as DetailedError).originalResponse?.getBody() ?? '') as Envelope
  } catch {
    return undefined
  }
}

function stopOf(error: Error): UploadStop {
  const { originalRequest, originalResponse } = error as DetailedError
  if (originalRequest?.getMethod() === 'HEAD' && originalResponse && !mayPass(error as DetailedError))
    return { kind: originalResponse.getStatus() === 401 ? 'session' : 'unknown' }
  const envelope = refusalOf(error)
  if (envelope?.statusCode === sessionGoneStatus) return { kind: 'session' }
  const fields = (envelope?.data as { fields?: { message: string }[] } | null)?.fields
  return envelope
    ? { kind: 'refused', message: fields?.map((f) => f.message).join(' ') || envelope.errorMessage }
    : { kind: 'network' }
}

/** What a full disk or too many requests refuse may pass later; what the file or the session lacks does not. */
const mayPass = ({ originalResponse }: DetailedError) => {
  const status = originalResponse?.getStatus() ?? 0
  return status === 0 || status === 409 || status === 423 || status === 429 || status >= 500
}

/** Sends a file behind what the service has of it already. Where it is stands with the service alone: nothing is kept in this browser. */
export function send(file: File, { fileId, ...route }: UploadRoute): RunningUpload {
  const idOf = () => upload.url!.split('/').at(-1)!
  const upload: Upload = new Upload(file, {
    endpoint: fileId ? null : tusPath,
    uploadUrl: fileId ? `${tusPath}/${fileId}` : null,
    chunkSize: chunkBytes,
    retryDelays: route.waits,
    headers: route.headers,
    metadata: { filename: file.name },
    storeFingerprintForResuming: false,
    onShouldRetry: mayPass,
    onUploadUrlAvailable: () => {
      // Where it could begin, it would begin anew at any answer but a good one to where it is, and all that was sent would be lost.
      upload.options.endpoint = null
      route.onBegun(idOf())
    },
    onProgress: route.onProgress,
    onSuccess: () => route.onDone(idOf()),
    onError: (error) => route.onStop(stopOf(error)),
  })
  upload.start()
  return { pause: () => upload.abort() }
}
