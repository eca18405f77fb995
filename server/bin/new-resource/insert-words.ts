import { parseSync } from 'oxc-parser'

export type Words = { [key: string]: Words | string }

interface Member {
  start: number
  end: number
  key: { value: string }
  value: Node
}
interface Node {
  type: string
  start: number
  end: number
  properties?: Member[]
}
interface Insertion {
  at: number
  text: string
}

const wrapper = 'export default '
const step = '  '

/** Words that a domain says for others stand last in its file. */
const lastKey = 'joins'

/**
 * Adds words to the text of a file and leaves the rest as it is, to the letter: what stands there was written by somebody, and half
 * the files have a form of their own. A key that is there keeps its words.
 */
export function insertWords(text: string, added: Words): string {
  const { program, errors } = parseSync('words.js', wrapper + text)
  if (errors.length) throw new Error(errors[0]!.message)
  const [statement] = program.body as unknown as { declaration: Node }[]
  let result = text
  for (const { at, text: piece } of insertionsInto(statement!.declaration, added, text, 0).toSorted(
    (a, b) => b.at - a.at,
  ))
    result = result.slice(0, at) + piece + result.slice(at)
  return result
}

function insertionsInto(object: Node, added: Words, text: string, depth: number): Insertion[] {
  const members = object.properties ?? []
  const missing: [string, Words | string][] = []
  const below: Insertion[] = []
  for (const [key, words] of Object.entries(added)) {
    const there = members.find((member) => member.key.value === key)
    if (!there) missing.push([key, words])
    else if (there.value.properties && typeof words !== 'string')
      below.push(...insertionsInto(there.value, words, text, depth + 1))
  }
  return missing.length ? [...below, place(object, members, missing, text, depth)] : below
}

/** Behind the last member, or before the words that are for others; on one line where the object is written on one. */
function place(
  object: Node,
  members: Member[],
  missing: [string, Words | string][],
  text: string,
  depth: number,
): Insertion {
  const oneLine = members.length > 0 && !text.slice(from(object.start), from(object.end)).includes('\n')
  const indent = step.repeat(depth + 1)
  const written = missing.map(([key, words]) => `${JSON.stringify(key)}: ${say(words, indent, oneLine)}`)
  const gap = oneLine ? ', ' : `,\n${indent}`
  const next = depth === 0 ? members.find((member) => member.key.value === lastKey) : undefined
  if (next) return { at: from(next.start), text: `${written.join(gap)}${gap}` }
  const last = members.at(-1)
  if (last) return { at: from(last.end), text: `${gap}${written.join(gap)}` }
  return { at: from(object.start) + 1, text: `\n${indent}${written.join(gap)}\n${step.repeat(depth)}` }
}

const from = (offset: number) => offset - wrapper.length

const say = (words: Words | string, indent: string, oneLine: boolean) =>
  oneLine
    ? JSON.stringify(words, null, 1).replaceAll(/\n\s*/g, ' ')
    : JSON.stringify(words, null, step.length).replaceAll('\n', `\n${indent}`)
