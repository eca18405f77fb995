import type { Call, CallRequest } from '../contract/kit/call.ts'
import { pathOf } from '../contract/kit/call.ts'

/** No address can name it: Refine merges what stands behind the `?` into the `meta` of every request. */
const asked = Symbol('declared call')

interface Asked {
  call: Call
  request: unknown
}

/** A declared call as Refine's `useCustom` and `useCustomMutation` take it. The provider's `custom` answers nothing else. */
export function customOf<C extends Call>(call: C, request: CallRequest<C>) {
  const { params, body } = request as { params?: Record<string, string>; body?: object }
  return {
    url: pathOf(call, params),
    method: call.method.toLowerCase() as 'post' | 'put' | 'delete',
    values: body ?? {},
    meta: { [asked]: { call, request } satisfies Asked } as Record<string, unknown>,
  }
}

export function askedOf(meta: object | undefined): Asked {
  const found = (meta as { [asked]?: Asked } | undefined)?.[asked]
  if (!found) throw new Error('custom asks declared calls alone: see customOf')
  return found
}
