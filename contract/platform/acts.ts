import { z } from 'zod'
import type { LocaleWords, Namespace } from '../kit/locale-words.ts'
import { type ActFamily, actSubjects, recordKinds } from '../kit/records.ts'

type Dotted<K> = K extends `${infer Family}-${infer Act}` ? `${Family}.${Act}` : never

type EventKey<Words> = Words extends { joins: { audit: { event: infer Event } } } ? keyof Event : never

/** Everything the service writes into the record. The words are the list: what has none in Chinese does not compile, in English fails a test. */
export type ActionName = { [N in Namespace]: Dotted<EventKey<LocaleWords[N]>> }[Namespace]

/** What stands before the dot in the acts of a family. */
export const prefixesOf = (family: ActFamily): string[] =>
  Object.values(recordKinds).flatMap(({ acts }) =>
    Object.entries(acts).flatMap(([prefix, of]) => (of === family ? [prefix] : [])),
  )

export const ActSubject = z.enum(actSubjects)
export type ActSubject = z.output<typeof ActSubject>

/** In what part somebody acted; a visitor is nobody the service knows. */
export const actorParts = ['owner', 'sub', 'operator', 'administrator', 'visitor', 'system'] as const
export type ActorPart = (typeof actorParts)[number]
