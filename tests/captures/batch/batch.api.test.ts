import { zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import writeSheet from 'write-excel-file/node'
import { batchCalls, type Import, maxBatchRows, maxImportBytes } from '../../../contract/captures/batch.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import type { FieldIssue } from '../../../contract/kit/envelope.ts'
import { sweepImports } from '../../../server/captures/batch/batch.repo.ts'
import { readSheet } from '../../../server/captures/batch/read-sheet.ts'
import { buildTestApp, type Member, type TestApp } from '../../kit/build-test-app.ts'
import { bareSheet, slowSheet } from './bare-sheet.ts'

let t: TestApp
let me: Member
let other: Member
beforeAll(async () => {
  t = await buildTestApp()
  me = await t.member({ name: '批量取证人' })
  other = await t.member({ name: '别人' })
})
afterAll(() => t.close())

const sheetOf = (rows: (string | number | null)[][]) =>
  writeSheet(rows.map((r) => r.map((value) => (value === null ? null : { value })))).toBuffer()
const heading = ['网址 *', '名称', '标签', '备注']

/** Sends a file as a browser's form would. */
async function send(bytes: Uint8Array, as = me, name = '清单.xlsx') {
  const boundary = '----sheet'
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  const response = await t.inject({
    method: 'POST',
    url: pathOf(batchCalls.check),
    payload,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-auth-token': as.token, 'x-lang': 'en' },
  })
  return response.json() as { success: boolean; errorCode?: string; data: Import & { fields?: FieldIssue[] } }
}
const keysOf = (reply: Awaited<ReturnType<typeof send>>) => reply.data.fields?.map((f) => f.key)
const submit = (importId: string, more: object = {}, as = me) =>
  t.call(batchCalls.submit, { body: { importId, ...more } }, as)

describe('a sheet of addresses', () => {
  it('is judged row by row, as the sheet counts them, and starts nothing', async () => {
    const reply = await send(
      await sheetOf([
        heading,
        ['https://example.com/a', '第一页', '案件一，品牌', '备注'],
        ['not an address', null, null, null],
        [null, '没有网址', null, null],
        [null, null, null, null],
        ['https://example.com/a', null, null, null],
        ['http://127.0.0.1/', 'x'.repeat(81), 'y'.repeat(21), null],
      ]),
    )
    expect(reply.data).toMatchObject({ okCount: 1, badCount: 4, fileName: '清单.xlsx' })
    expect(reply.data.list.map((r) => [r.row, r.problems.map((p) => `${p.path} ${p.key}`)])).toEqual([
      [2, []],
      [3, ['url url.url-malformed']],
      [4, ['url required']],
      [6, ['url url.repeated']],
      [7, ['url url.address-refused', 'name tooBig.text', 'label tooBig.text']],
    ])
    expect(reply.data.list[0]).toMatchObject({
      url: 'https://example.com/a',
      name: '第一页',
      label: ['案件一', '品牌'],
      remark: '备注',
    })
    expect(reply.data.list[3]!.problems[0]!.message).toBe('Same as line 2')
    expect((await t.call(batchCalls.batches, { query: {} }, me)).data.total).toBe(0)
  })

  it('says how many rows are hidden in it, and what it lacks', async () => {
    const cell = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
    const row = (n: number, words: string, how = '') => `<row r="${n}"${how}>${cell(`A${n}`, words)}</row>`
    const { data } = await send(
      bareSheet(
        `${row(1, '网址')}${row(2, 'https://example.com/1')}${row(3, 'https://example.com/2', ' hidden="1"')}<row r="4"><c r="A4"><v>1234567890123456789</v></c></row>`,
      ),
    )
    expect(data).toMatchObject({ okCount: 1, badCount: 1, hiddenRows: 1 })
    expect(data.list.map((r) => [r.row, r.problems.map((p) => `${p.path} ${p.key}`)])).toEqual([
      [2, []],
      [4, ['url sheet.lostDigits']],
    ])
    const missing = await send(bareSheet(row(1, '链接') + row(2, '首页')))
    expect(missing.data.fields).toMatchObject([{ path: 'file', key: 'sheet.noHeading' }])
    expect(missing.data.fields![0]!.message).toContain('"URL"')
  })

  it('is told where signs of an address were left out', async () => {
    const { data } = await send(
      await sheetOf([
        heading,
        ['https://example.com/p/1\u200b', null, null, null],
        ['ｈｔｔｐｓ：／／example.com/2', null, null, null],
        [' https://example.com/3 ', null, null, null],
        ['https://example.com/4，', null, null, null],
      ]),
    )
    expect(data.list.map((r) => [r.url, r.cleaned, r.problems.map((p) => p.key)])).toEqual([
      ['https://example.com/p/1', 'https://example.com/p/1', []],
      ['https://example.com/2', 'https://example.com/2', []],
      ['https://example.com/3', null, []],
      ['https://example.com/4，', null, ['url.url-ends']],
    ])
  })

  it('needs no heading, and headings may stand in any order and language', async () => {
    expect((await send(await sheetOf([['https://example.com/1', 'One']]))).data.list).toMatchObject([
      { row: 1, url: 'https://example.com/1', name: 'One' },
    ])
    expect(
      (
        await send(
          await sheetOf([
            ['Remark', 'Address'],
            ['why', 'https://example.com/2'],
          ]),
        )
      ).data.list,
    ).toMatchObject([{ url: 'https://example.com/2', remark: 'why', name: '' }])
    expect(
      (
        await send(
          await sheetOf([
            ['Name', 'URL'],
            ['Two', 'https://example.com/3'],
          ]),
        )
      ).data.list,
    ).toMatchObject([{ url: 'https://example.com/3', name: 'Two' }])
  })

  it('starts its good rows together, once, however often it is asked', async () => {
    const { data } = await send(
      await sheetOf([
        heading,
        ['https://example.com/go', '甲', '案件', '注'],
        ['nonsense', null, null, null],
        ['https://example.com/on', null, null, null],
      ]),
    )
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => submit(data.importId, { mode: 2, device: 'MOBILE' })),
    )
    for (const reply of replies)
      expect(reply.data).toMatchObject({ batchId: data.importId, accepted: 2, rejected: [{ row: 3 }] })
    const rows = (await t.call(batchCalls.captures, { query: { batchId: data.importId, sort: 'name' } }, me)).data
    expect(rows.list.map((r) => [r.name, r.url, r.status, r.tags])).toEqual([
      ['example.com/on', 'https://example.com/on', 'queued', []],
      ['甲', 'https://example.com/go', 'queued', ['案件']],
    ])
    const [batch] = (await t.call(batchCalls.batches, { query: { importId: data.importId } }, me)).data.list
    expect(batch).toMatchObject({ name: '清单.xlsx', count: 2, done: 0, failed: 0, waiting: 2, operator: me.name })
    expect(await t.call(batchCalls.check, { body: { importId: data.importId, clear: true } }, me)).toMatchObject({
      errorCode: 'not-found',
    })
  })

  it('starts nothing where no row is good', async () => {
    const { data } = await send(await sheetOf([heading, ['nonsense', null, null, null]]))
    expect(await submit(data.importId)).toMatchObject({ errorCode: 'wrong-state' })
  })

  it('is not there for another account, and can be dropped by its owner', async () => {
    const { data } = await send(await sheetOf([heading, ['https://example.com/mine', null, null, null]]))
    expect(await submit(data.importId, {}, other)).toMatchObject({ errorCode: 'not-found' })
    expect(await t.call(batchCalls.check, { body: { importId: data.importId } }, other)).toMatchObject({
      errorCode: 'not-found',
    })
    expect(await t.call(batchCalls.check, { body: { importId: data.importId } }, me)).toMatchObject({
      data: { okCount: 1 },
    })
    expect(await t.call(batchCalls.check, { body: { importId: data.importId, clear: true } }, me)).toMatchObject({
      success: true,
    })
    expect(await submit(data.importId)).toMatchObject({ errorCode: 'not-found' })
  })

  it('with a long name keeps its end, and no sign of it is cut in two', async () => {
    const sheet = await sheetOf([heading, ['https://example.com/named']])
    const { data } = await send(sheet, me, `${'😀'.repeat(198)}ab.xlsx`)
    expect(data.fileName).toBe(`${'😀'.repeat(193)}ab.xlsx`)
  })

  it('goes after a day when it was never started', async () => {
    const { data } = await send(await sheetOf([heading, ['https://example.com/old', null, null, null]]))
    await t.services.db.asSystem((tx) =>
      tx
        .updateTable('captureBatch')
        .set({ createdAt: new Date(Date.now() - 2 * 86_400_000) })
        .where('id', '=', data.importId)
        .execute(),
    )
    await sweepImports(t.services.db)
    expect(await submit(data.importId)).toMatchObject({ errorCode: 'not-found' })
  })

  it('comes as a template that can be filled and sent back', async () => {
    for (const language of ['zh-CN', 'en']) {
      const response = await t.inject({
        method: 'GET',
        url: pathOf(batchCalls.template),
        headers: { 'x-auth-token': me.token, 'x-lang': language },
      })
      const { cells } = await readSheet(me.accountId, new Uint8Array(response.rawPayload))
      expect(cells).toHaveLength(2)
      expect((await send(new Uint8Array(response.rawPayload))).data).toMatchObject({ okCount: 1, badCount: 0 })
    }
  })
})

describe('a file that is no such sheet', () => {
  it.each([
    ['text', Buffer.from('https://example.com/\n')],
    ['nothing', Buffer.alloc(0)],
    ['a broken archive', Buffer.from('PK\u0003\u0004 and then nothing of the kind')],
    ['an archive of something else', zipSync({ 'readme.txt': Buffer.from('hello') })],
    [
      'broken markup',
      zipSync({
        '[Content_Types].xml': Buffer.from('<Types'),
        'xl/workbook.xml': Buffer.from('<workbook><sheets>'),
        'xl/worksheets/sheet1.xml': Buffer.from('<<<'),
      }),
    ],
  ])('is refused with words: %s', async (_, bytes) => {
    const reply = await send(bytes)
    expect(reply).toMatchObject({ success: false, errorCode: 'bad-parameter' })
    expect(keysOf(reply)).toEqual(['sheet.unreadable'])
  })

  it('is refused when it unfolds to far more than it is', async () => {
    const bomb = zipSync({ 'xl/worksheets/sheet1.xml': Buffer.alloc(30 * 1024 * 1024) }, { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(keysOf(await send(bomb))).toEqual(['sheet.tooBig'])
  })

  it('is refused by name when one cell of it lies far out, and the service goes on', async () => {
    const far = bareSheet('<row r="1"><c r="XFD1048576"><v>1</v></c></row>')
    for (const reply of await Promise.all([1, 2, 3].map(() => send(far)))) {
      expect(keysOf(reply)).toEqual(['sheet.farCell'])
      expect(reply.data.fields![0]!.message).toContain('XFD1048576')
    }
    expect((await send(await sheetOf([heading, ['https://example.com/1']]))).data.okCount).toBe(1)
  })

  it('keeps nobody else waiting: of one account one is read and two wait, and more are refused', async () => {
    const slow = slowSheet(2_000_000)
    const codes: (string | undefined)[] = []
    const mine = Array.from({ length: 12 }, async () => codes.push((await send(slow)).errorCode))
    const theirs = await send(await sheetOf([heading, ['https://example.com/1']]), other)
    expect(theirs.data.okCount).toBe(1)
    // None of those that are read or wait is done.
    expect(codes).toEqual(Array.from({ length: 9 }, () => 'busy'))
    await Promise.all(mine)
    expect(codes.slice(9)).not.toContain('busy')
    expect((await send(await sheetOf([heading, ['https://example.com/2']]))).data.okCount).toBe(1)
  }, 60_000)

  it('has nothing unfolded that it declares itself', async () => {
    const row = '<row r="1"><c r="A1" t="inlineStr"><is><t>&amp;&word;</t></is></c></row>'
    const { data } = await send(
      bareSheet(row, { before: '<!DOCTYPE x [<!ENTITY word SYSTEM "file:///etc/hostname">]>' }),
    )
    expect(data.list).toMatchObject([{ url: '&&word;', ok: false }])
  })

  it('is refused when it lies about how much it unfolds to', async () => {
    const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': Buffer.alloc(30 * 1024 * 1024) }, { level: 9 }))
    const directory = bomb.lastIndexOf(Buffer.from('PK\u0001\u0002'))
    bomb.writeUInt32LE(1_000, directory + 24)
    bomb.writeUInt32LE(1_000, 22)
    expect(keysOf(await send(bomb))).toEqual(['sheet.unreadable'])
  })

  it('is refused at once when its directory claims more entries than anybody could count', async () => {
    const archive = Buffer.alloc(98)
    const [end, locator] = [76, 56]
    archive.writeUInt32LE(0x06064b50, 0)
    archive.writeUInt32LE(40_000_000, 32)
    archive.writeUInt32LE(1_000_000, 48)
    archive.writeUInt32LE(0x07064b50, locator)
    archive.writeUInt32LE(0x06054b50, end)
    archive.writeUInt16LE(1, end + 8)
    const begun = performance.now()
    expect(keysOf(await send(archive))).toEqual(['sheet.tooBig'])
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  it('is refused when it is too long, too heavy or empty', async () => {
    expect(
      keysOf(
        await send(
          await sheetOf([heading, ...Array.from({ length: maxBatchRows + 1 }, (_, i) => [`https://example.com/${i}`])]),
        ),
      ),
    ).toEqual(['sheet.tooManyRows'])
    expect(keysOf(await send(Buffer.alloc(maxImportBytes + 1)))).toEqual(['fileTooBig'])
    expect(keysOf(await send(await sheetOf([heading])))).toEqual(['sheet.empty'])
    expect(await t.call(batchCalls.check, { body: {} }, me)).toMatchObject({ errorCode: 'bad-parameter' })
  })
})
