import { wordIn } from '../../site/parts/address.ts'

/** Which lawyers an address asks for. */
export interface Wanted {
  city: string | undefined
  field: string | undefined
  q: string | undefined
  page: number
}

const shaped = (text: string | null, shape: RegExp) => (text && shape.test(text) ? text : undefined)

/** Anybody may have written the address: what is not spelled as it should be counts as not said. */
export const wantedIn = (params: URLSearchParams): Wanted => ({
  city: shaped(params.get('city'), /^\d{6}$/),
  field: shaped(params.get('field')?.toLowerCase() ?? null, /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  q: wordIn(params, 'q'),
  page: Number(shaped(params.get('page'), /^[1-9]\d{0,4}$/) ?? 1),
})

/** Where those lawyers stand. */
export function lawyersPath({ city, field, q, page = 1 }: Partial<Wanted> = {}): string {
  const search = new URLSearchParams({
    ...(city && { city }),
    ...(field && { field }),
    ...(q && { q }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `/website-show/lawyers${search && `?${search}`}`
}

export const lawyerPath = ({ id }: { id: string }) => `${lawyersPath()}/${id}`
