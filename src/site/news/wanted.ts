import type { newsTypes } from '../../../contract/content/kinds.ts'
import { wordIn } from '../parts/address.ts'

type NewsType = (typeof newsTypes)[number]

/** Which news an address asks for. */
export interface Wanted {
  type: NewsType | undefined
  q: string | undefined
  page: number
}

/** The contract's own list would bring its schemas along. */
export const types = ['NOTICE', 'LAW', 'PRODUCT'] as const satisfies readonly NewsType[]

/** Anybody may have written the address: what is not known counts as not said. */
export function wantedIn(params: URLSearchParams): Wanted {
  const page = params.get('page') ?? ''
  return {
    type: types.find((type) => type === params.get('type')),
    q: wordIn(params, 'q'),
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  }
}

/** Where that news stands. */
export function newsPath({ type, q, page = 1 }: Partial<Wanted> = {}): string {
  const search = new URLSearchParams({
    ...(type && { type }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `/website-show/news${search && `?${search}`}`
}
