import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Resource } from '../../resource/resource.ts'
import { isSendable } from '../row-outcomes.ts'
import type { Prepared } from './prepare.ts'
import { useSending } from './useSending.ts'

/** How one pass over the rows stands. */
export interface Pass extends Pick<ReturnType<typeof useSending>, 'state' | 'error' | 'stop'> {
  wanted: readonly Prepared[]
  left: readonly Prepared[]
  finished: boolean
}

/** Rows are sent twice: on trial, and in earnest those that the trial would take. `kept`: the second pass is looked at. */
export function usePasses(resource: Resource, rows: readonly Prepared[], kept: boolean) {
  const call = resource.endpoints.createMany!
  const queries = useQueryClient()
  const trial = useSending(call)
  const real = useSending(call)
  const { state, error, stop, verdicts: met } = kept ? real : trial
  // A row that the trial would take is not in before it was sent in earnest.
  const verdicts = useMemo(
    () =>
      kept
        ? new Map([...[...trial.verdicts].filter(([, v]) => v.outcome !== 'new'), ...real.verdicts])
        : trial.verdicts,
    [kept, trial.verdicts, real.verdicts],
  )
  const sendable = useMemo(() => rows.filter(isSendable), [rows])
  const fresh = useMemo(
    () => sendable.filter((row) => trial.verdicts.get(row.at)?.outcome === 'new'),
    [sendable, trial.verdicts],
  )
  const wanted = kept ? fresh : sendable
  const left = wanted.filter((row) => !met.has(row.at))
  const judge = (some: readonly Prepared[] = sendable) => trial.send(some, true)
  async function keep(some: readonly Prepared[] = fresh) {
    await real.send(some, false)
    await queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
  }
  const forget = () => {
    trial.forget()
    real.forget()
  }
  const pass: Pass = { state, error, stop, wanted, left, finished: state === 'idle' && !left.length && !error }
  return { pass, verdicts, fresh, judge, keep, forget }
}
