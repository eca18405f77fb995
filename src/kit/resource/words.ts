import type { Namespace } from '../../../contract/kit/locale-words.ts'

/** Any namespace's `t`; keys built by convention are held to the locale files by a test instead of the compiler. */
export type Words = (key: never) => unknown

interface Named {
  words: Namespace
}

/** Says a key that was put together, `<namespace>:<key>`. */
export const sayKey = (t: Words, key: string, params: Record<string, unknown> = {}): string =>
  String((t as unknown as (key: string, params: Record<string, unknown>) => unknown)(key, params))

/** Words of a resource, by convention. */
export const fieldWords = (t: Words, resource: Named, field: string) => sayKey(t, `${resource.words}:field.${field}`)
export const choiceWords = (t: Words, words: Namespace, field: string, value: string) =>
  sayKey(t, `${words}:choice.${field}.${value}`)
/** `part` is one of title, one, lead, empty, add, edit, search. */
export const resourceWords = (t: Words, resource: Named & { name: string }, part: string) =>
  sayKey(t, `${resource.words}:resource.${resource.name}.${part}`)
export const actionWords = (t: Words, resource: Named, action: string, part: 'label' | 'confirm' | 'done', count = 1) =>
  sayKey(t, `${resource.words}:action.${action}.${part}`, { count })
