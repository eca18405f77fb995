import { useEffect, useRef, useState } from 'react'
import type { Call } from '../../../../contract/kit/call.ts'
import { useConsole } from '../../resource/console-context.ts'
import type { Prepared } from './prepare.ts'
import { sendRows, type Verdict } from './run-import.ts'

/** Rows on their way to the service: what became of each, how it goes, and the way to stop. */
export function useSending(call: Call) {
  const { client } = useConsole()
  const [verdicts, setVerdicts] = useState<ReadonlyMap<number, Verdict>>(new Map())
  const [state, setState] = useState<'idle' | 'running' | 'paused'>('idle')
  const [error, setError] = useState<unknown>()
  const controller = useRef<AbortController>(undefined)
  const stop = () => controller.current?.abort()
  useEffect(() => () => controller.current?.abort(), [])

  async function send(rows: readonly Prepared[], dryRun: boolean) {
    const mine = new AbortController()
    controller.current = mine
    setState('running')
    setError(undefined)
    try {
      await sendRows(client, call, rows, dryRun, {
        signal: mine.signal,
        onPause: (paused) => setState(paused ? 'paused' : 'running'),
        onVerdicts: (some) => setVerdicts((old) => new Map([...old, ...some.map((v) => [v.row.at, v] as const)])),
      })
    } catch (cause) {
      if (!mine.signal.aborted) setError(cause)
    } finally {
      setState('idle')
    }
  }
  const forget = () => {
    stop()
    setVerdicts(new Map())
    setError(undefined)
  }
  return { verdicts, state, error, send, stop, forget }
}
