import type { Say } from '../../../proof/describe.ts'

const words = import.meta.glob<{ default: Record<string, unknown> }>('../../../locales/*/proof.json')

/** Words about proofs, loaded where they are needed: the website does without them otherwise. */
export async function proofWords(language: string): Promise<Say> {
  const load = Object.entries(words).find(([path]) => path.includes(`/${language}/`))![1]
  const { default: all } = await load()
  return (key, params = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], all)
    return (typeof text === 'string' ? text : key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
      String(params[name] ?? ''),
    )
  }
}
