import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { entryOf, sitePaths } from '../../contract/site/entries.ts'
import { sitePageOf } from '../../contract/site/site-pages.ts'
import { contentChanged } from '../../server/content/revision.service.ts'
import { buildPagesIfStale } from '../kit/built/build-pages.ts'
import { buildTestApp, type TestApp } from '../kit/build-test-app.ts'
import { forgetLimits } from '../kit/people/forget-limits.ts'

// A page is written once and kept for whoever asks next: what one address says decides nothing of what others read.

let t: TestApp
beforeAll(async () => {
  buildPagesIfStale()
  t = await buildTestApp()
})
afterAll(() => t.close())

/** Every name that some page reads, and one that none does. */
const names = ['nobody-reads-this', ...new Set(sitePaths.flatMap((page) => sitePageOf(page).reads ?? []))]

const addressOf = (page: string) => page.replace(/:\w+/g, 'x').replace('*', 'x')
const pages = sitePaths.filter((page) => entryOf(addressOf(page)).page === page)

async function read(url: string) {
  const { statusCode, body, headers } = await t.inject({ url })
  const sha256 = createHash('sha256').update(body).digest('hex')
  return { statusCode, sha256, isListed: !body.includes('noindex'), etag: headers['etag'] }
}
const coldly = (url: string) => {
  contentChanged(t.services.db, t.platformId)
  return read(url)
}

it('is tried with every page and with what the pages read', () => {
  expect(names).toEqual(expect.arrayContaining(['preview', 'edition', 'q']))
  expect(sitePaths.filter((page) => !pages.includes(page))).toEqual([])
})

it.each(pages)('%s is for the next visitor what it was, whatever somebody writes behind its address', async (page) => {
  const url = addressOf(page)
  const own = sitePageOf(page).reads ?? []
  const plain = await coldly(url)
  await forgetLimits(t)
  for (const name of names) {
    const asked = await coldly(`${url}?${name}=x`)
    expect({ name, ...(await read(url)) }, 'the next visitor').toEqual({ name, ...plain })
    // No cache but ours may keep an address with a preview, whichever page it is of: that one comes without a validator.
    const { etag: _, ...written } = plain
    if (!own.includes(name)) expect({ name, ...asked }, 'whoever asked').toMatchObject({ name, ...written })
  }
})
