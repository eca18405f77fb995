import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { InjectOptions } from 'fastify'
import { symbols } from 'pino'
import type { TestApp } from './build-test-app.ts'

/** What is planted: by name, so that a finding says what was found and repeats it nowhere. */
export type Canaries = Record<string, string>

/** Three ways in which a text may lie in base64: by where in a group of three bytes it begins. */
const inBase64 = (text: string) =>
  [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), Buffer.from(text)])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(before ? before + 1 : 0, -2),
  )

/** As a text may be written on its way: in an address, in JSON, in an encoded body, as the database shows bytes. */
function spellingsOf(text: string): string[] {
  const escaped = [...text].map((c) => (c > '~' ? `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}` : c)).join('')
  return [
    ...new Set(
      [text, encodeURIComponent(text), escaped, Buffer.from(text).toString('hex'), ...inBase64(text)].map((s) =>
        s.toLowerCase(),
      ),
    ),
  ]
}

export interface Reply {
  method: string
  /** Without its query. */
  path: string
  status: number
  /** Headers and body as they went out. */
  told: string
  /** It said no. */
  refused: boolean
}

export interface Watch {
  /** Names of those that stand in a text, however written. */
  in(text: string): string[]
  /** Every answer of the service since it is watched. */
  replies: Reply[]
  /** Lines of the service's log, at the level at which it says most. */
  log: string[]
  /** `table.column: name`, for whatever a row of any table holds. */
  tables(): Promise<string[]>
  /** `path: name`, for whatever lies in the data folder in clear. */
  files(): Promise<string[]>
}

/** Watches a service into which canaries are put; it must have been built with SHIMAKAZE_LOG=debug. */
export function watchFor(t: TestApp, canaries: Canaries): Watch {
  const known = Object.entries(canaries).map(([name, text]) => ({ name, spellings: spellingsOf(text) }))
  const namesIn = (text: string) => {
    const small = text.toLowerCase()
    return known.filter(({ spellings }) => spellings.some((s) => small.includes(s))).map((k) => k.name)
  }
  const log: string[] = []
  const logger = t.app.log as unknown as Record<symbol, unknown> & { level: string }
  if (logger.level !== 'debug')
    throw new Error('A service that says nothing cannot be listened to: build it with SHIMAKAZE_LOG=debug')
  logger[symbols.streamSym] = { write: (line: string) => void log.push(line) }
  return {
    in: namesIn,
    replies: repliesOf(t),
    log,
    tables: () =>
      inTables(
        t,
        known.flatMap((k) => k.spellings),
        namesIn,
      ),
    files: () => inFolder(t.services.config.dataDir, namesIn),
  }
}

function repliesOf({ app }: TestApp): Reply[] {
  const replies: Reply[] = []
  const inject = app.inject.bind(app) as (options: InjectOptions) => ReturnType<TestApp['inject']>
  app.inject = (async (options: InjectOptions) => {
    const reply = await inject(options)
    const body = reply.rawPayload.toString('utf8')
    replies.push({
      method: options.method ?? 'GET',
      path: String(options.url).split('?', 1)[0]!,
      status: reply.statusCode,
      told: `${JSON.stringify(reply.headers)}\n${body}`,
      refused: reply.statusCode >= 400 || /^\{.*"success":false/.test(body),
    })
    return reply
  }) as typeof app.inject
  return replies
}

async function inTables({ services: { db } }: TestApp, spellings: string[], namesIn: Watch['in']): Promise<string[]> {
  const { rows: tables } = await sql<{
    schema: string
    name: string
  }>`select table_schema as schema, table_name as name from information_schema.tables where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(
    db.system,
  )
  const patterns = spellings.map((s) => `%${s.replaceAll(/[\\%_]/g, '\\$&')}%`)
  const found = new Set<string>()
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      column: string
      value: string
    }>`select e.key as column, e.value from ${sql.id(schema, name)} r, jsonb_each_text(to_jsonb(r)) e where lower(e.value) like any(${patterns}::text[])`.execute(
      db.system,
    )
    for (const { column, value } of rows)
      for (const what of namesIn(value))
        found.add(`${schema === 'public' ? '' : `${schema}.`}${name}.${column}: ${what}`)
  }
  return [...found].toSorted()
}

async function inFolder(dir: string, namesIn: Watch['in']): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    for (const what of namesIn(`${entry.name}\n${await readFile(path, 'latin1')}\n${await readFile(path, 'utf8')}`))
      found.push(`${path.slice(dir.length + 1)}: ${what}`)
  }
  return found
}
