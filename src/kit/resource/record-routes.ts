import { type ActSubject, recordKinds } from '../../../contract/kit/records.ts'

type KindWithPages = { [K in ActSubject]: (typeof recordKinds)[K] extends { pages: object } ? K : never }[ActSubject]

/** Where a kind of record is listed and shown, as its declaration in the contract says. */
export function recordRoutes(kind: KindWithPages) {
  const { list, show } = recordKinds[kind].pages
  return { list, showPath: show, show: ({ id }: { id: string }) => show.replace(':id', id) }
}
