/** The members of the outermost object, each value exactly as it was received. Undefined for what is not one JSON object, or names a member twice. */
export function membersOf(body: string): Map<string, string> | undefined {
  if (!isJson(body)) return
  const members = new Map<string, string>()
  let at = skipSpace(body, 0) + 1
  while (body[(at = skipSpace(body, at))] === '"') {
    const nameEnd = endOfString(body, at)
    const name = JSON.parse(body.slice(at, nameEnd)) as string
    const start = skipSpace(body, skipSpace(body, nameEnd) + 1)
    const end = endOfValue(body, start)
    if (members.has(name)) return
    members.set(name, body.slice(start, end))
    at = skipSpace(body, end)
    if (body[at] === ',') at++
  }
  return members
}

/** Judged whole first, so that what follows may walk over it without a thought of malformed text. */
function isJson(body: string): boolean {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}

function skipSpace(text: string, at: number): number {
  while (' \t\r\n'.includes(text[at] ?? '.')) at++
  return at
}

/** Behind the closing quote of the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return at + 1
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  if (text[start] !== '{' && text[start] !== '[') return start + /[^,}\s]*/.exec(text.slice(start))![0].length
  let [at, depth] = [start, 0]
  do {
    const sign = text[at]!
    if ('{['.includes(sign)) depth++
    if ('}]'.includes(sign)) depth--
    at = sign === '"' ? endOfString(text, at) : at + 1
  } while (depth > 0)
  return at
}
