import type { Owner } from '../../../server/kit/storage/store.ts'

/** An installation whose database may name a store already. */
export function ownerNamed(installation: string, hasObjects = false, store?: string): Owner {
  let before: Promise<unknown> = Promise.resolve()
  return {
    installation,
    hasObjects: async () => hasObjects,
    store: async () => store,
    claim: async (wanted) => (store ??= wanted),
    alone(work) {
      const now = before.then(work)
      before = now.catch(() => {})
      return now
    },
  }
}
