import { PassThrough, Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Tx } from '../kit/db/db.ts'
import { pageOf, type Told } from './copy-page.ts'
import { type Heading, readmeOf } from './copy-readme.ts'
import type { DataRow, DataSection, DataSubject } from '../kit/personal-data/personal-data.ts'

/** Rows that are in memory at a time. */
const batch = 500
/** Rows of a section on the page for reading; all of them stand in its file. */
const mostOnPage = 200

export const sectionsFor = (sections: readonly DataSection[], { accounts }: Pick<DataSubject, 'accounts'>) =>
  sections.filter((s) => accounts.length || !s.ofOwner)

/** A section's rows, some hundred at a time, however many there are. */
async function* rowsOf(tx: Tx, { name, query, shape }: DataSection, subject: DataSubject): AsyncGenerator<DataRow> {
  const cursor = sql.id(`copy_${name}`)
  await sql`declare ${cursor} no scroll cursor for ${query(subject)}`.execute(tx)
  for (;;) {
    const { rows } = await sql<DataRow>`fetch ${sql.lit(batch)} from ${cursor}`.execute(tx)
    for (const row of rows) yield shape ? shape(row, subject.lang) : row
    if (rows.length < batch) break
  }
  await sql`close ${cursor}`.execute(tx)
}

async function* jsonOf(rows: AsyncIterable<DataRow>, told: Told): AsyncGenerator<string> {
  yield '['
  for await (const row of rows) {
    yield `${told.count++ ? ',' : ''}\n${JSON.stringify(row)}`
    if (told.rows.length < mostOnPage) told.rows.push(row)
  }
  yield '\n]\n'
}

/**
 * The archive, written while it is read: one section after the other, the page for reading last, when everything is counted. The
 * transaction sees one instant; nothing else may use it meanwhile.
 */
export function copyStream(tx: Tx, sections: readonly DataSection[], subject: DataSubject, heading: Heading): Readable {
  const [zip, out] = [new ZipFile(), new PassThrough()]
  const wanted = sectionsFor(sections, subject)
  const told = wanted.map(({ name, shown }): Told => ({ name, shown, count: 0, rows: [] }))
  const options = { mtime: heading.at, compress: true }
  zip.on('error', (error: Error) => out.destroy(error))
  zip.addBuffer(Buffer.from(readmeOf(heading, wanted)), 'README.txt', options)
  for (const [i, section] of wanted.entries())
    zip.addReadStreamLazy(`data/${section.name}.json`, options, (take) =>
      take(null, Readable.from(jsonOf(rowsOf(tx, section, subject), told[i]!), { objectMode: false })),
    )
  zip.addReadStreamLazy('index.html', options, (take) =>
    take(null, Readable.from(pageOf(heading, subject.lang, told), { objectMode: false })),
  )
  zip.end()
  zip.outputStream.pipe(out)
  return out
}
