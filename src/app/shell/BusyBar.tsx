import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Busy } from '../../../dataProvider/busy.ts'
import { loadingDelay } from '../../../dataProvider/constants.ts'

/** A line along the top while the service is asked. Screen readers are told by the parts that wait. */
export function BusyBar({ busy }: { busy: Busy }) {
  const asked = useSyncExternalStore(busy.subscribe, busy.isBusy)
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!asked) return
    const timer = setTimeout(() => setLate(true), loadingDelay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [asked])
  return asked && late ? <div className="skz-busy" aria-hidden /> : null
}
