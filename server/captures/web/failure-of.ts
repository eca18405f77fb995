import { CdpError } from '../engine/cdp.ts'
import { type Deadline, StepTimedOut, Stopped } from '../engine/deadline.ts'
import { CaptureFailed, EngineError, type FailureCode } from '../engine/engine-error.ts'
import { CAPTURE_STEPS, type CaptureStep } from './web-capture.ts'

/** Steps within one that is told: whoever waits reads of that. */
const WITHIN: Readonly<Record<string, CaptureStep>> = { stop: 'load', answer: 'settle', look: 'scroll' }

const toldStep = (step: string): CaptureStep => CAPTURE_STEPS.find((told) => told === step) ?? WITHIN[step] ?? 'record'

/** Sorts whatever ended a capture: a step that took too long is slow, and a command that was refused no crash, while the browser lives. */
export function failureOf(error: unknown, { stopped }: Pick<Deadline, 'stopped'>): unknown {
  if (error instanceof CaptureFailed) return error
  const stop = stopped ?? (error instanceof Stopped ? error : null)
  if (stop) return new CaptureFailed(stop.code as FailureCode, stop.params)
  if (error instanceof StepTimedOut) return new CaptureFailed('step-slow', { step: toldStep(error.step) })
  // The connection's own error is the one of a browser that has gone.
  if (error instanceof CdpError && error.method === 'connection')
    return new CaptureFailed('browser-crashed', { detail: error.message })
  if (error instanceof CdpError)
    return new CaptureFailed('step-refused', { method: error.method, detail: error.message })
  if (error instanceof EngineError) return new CaptureFailed(error.code, { detail: error.detail })
  return error
}
