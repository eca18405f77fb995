import type { Call } from '../contract/kit/call.ts'

/** A call about one record, and what it is sent for the record's id. */
export interface OneRecord {
  call: Call
  request(id: string): unknown
}

/** Which call answers what of a resource. What a resource has no call for, its verb refuses. */
export interface Endpoints {
  list: Call
  one?: OneRecord
  /** Takes the record in its body. */
  create?: Call
  /** Takes what shall change in its body, and the record's id as `{id}` of its path. */
  update?: Call
  remove?: OneRecord
  /** Judges each record alone (`contract/kit/bulk.ts`), as the two below. */
  removeMany?: { call: Call; request(ids: string[]): unknown }
  updateMany?: { call: Call; request(ids: string[], values: Record<string, unknown>): unknown }
  createMany?: Call
}

const registry = new Map<string, Endpoints>()

/** The provider answers only for what was registered; whatever arrives in `meta` under a name is never looked at. */
export function registerEndpoints(resource: string, endpoints: Endpoints) {
  registry.set(resource, endpoints)
}

export function endpointsOf(resource: string): Endpoints {
  const found = registry.get(resource)
  if (!found) throw new Error(`no resource is declared under the name ${resource}`)
  return found
}
