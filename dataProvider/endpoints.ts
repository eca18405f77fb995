import type { Call } from '../contract/kit/call.ts'

/** How a resource's list state becomes the request of its list call, and which call answers what. */
export interface Endpoints {
  list: Call
  /** Called with the record's key. */
  one?: { call: Call; request(id: string): unknown }
}

const registry = new Map<string, Endpoints>()

/** The provider answers only for what was registered; whatever arrives in `meta` is never looked at. */
export function registerEndpoints(resource: string, endpoints: Endpoints) {
  registry.set(resource, endpoints)
}

export function endpointsOf(resource: string): Endpoints {
  const found = registry.get(resource)
  if (!found) throw new Error(`no resource is declared under the name ${resource}`)
  return found
}
