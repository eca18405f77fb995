import { describe, expect, it } from 'vitest'
import type { Dictionary } from '../../contract/platform/dictionary.ts'
import { drawnPath, keyOf, type PageWish, searchOf } from '../../server/site/page-key.ts'

const platform = (name: string) => ({ name }) as unknown as Dictionary
const wish = (more: Partial<PageWish> = {}): PageWish => ({
  page: '/website-show/news',
  path: '/website-show/news',
  query: new URLSearchParams(),
  language: 'zh-CN',
  inAddress: false,
  appearance: undefined,
  platform: platform('one'),
  publicUrl: 'https://one.example',
  revision: 1,
  answer: () => Promise.reject(new Error('nothing is asked here')),
  ...more,
})
const query = (text: string) => new URLSearchParams(text)

describe('a page that is kept for others', () => {
  const others: [string, Partial<PageWish>][] = [
    ['page', { page: '/website-show/lawyers', path: '/website-show/lawyers' }],
    ['piece of news', { page: '/website-show/news/:id', path: '/website-show/news/7' }],
    ['language', { language: 'en' }],
    ['way to say the language', { inAddress: true }],
    ['appearance', { appearance: 'dark' }],
    ['platform', { platform: platform('another') }],
    ['address of the platform', { publicUrl: 'https://two.example' }],
    ['edition', { revision: 2 }],
  ]
  it.each(others)('is another one for another %s', (_, more) => expect(keyOf(wish(more))).not.toBe(keyOf(wish())))
  it('is the same for everybody else', () => {
    const shared = platform('one')
    expect(keyOf(wish({ platform: shared }))).toBe(keyOf(wish()))
    expect(keyOf(wish({ platform: shared }))).toBe(keyOf(wish({ platform: shared })))
    expect(keyOf(wish({ query: query('utm_source=chat&type=1') }))).toBe(keyOf(wish()))
  })
  it('knows of an address the names that its page shows', () => {
    const news = (path: string) => wish({ page: '/website-show/news/:id', path })
    expect(keyOf(news('/website-show/news/7'))).not.toBe(keyOf(news('/website-show/news/8')))
    const share = (path: string) => drawnPath(wish({ page: '/attestation-share/:token', path }))
    expect(share('/attestation-share/a')).toBe(share('/attestation-share/b'))
    expect(drawnPath(wish({ page: undefined, path: '/nobody/knows' }))).toBe('/-')
  })
})

describe('what a page reads of a query', () => {
  it('is what it declares, whatever else stands there', () => {
    expect(searchOf(wish({ query: query('utm=1&page=2&q=%E8%AF%81&secret=x') }))).toBe('?q=%E8%AF%81&page=2')
    expect(searchOf(wish({ query: query('utm=1&secret=x') }))).toBe('')
    expect(searchOf(wish({ query: query('q=') }))).toBe('?q=')
    expect(searchOf(wish({ query: query('q=one&q=two') }))).toBe('?q=one')
  })
  it('is nothing where it declares nothing, or nobody knows the page', () => {
    expect(searchOf(wish({ page: '/privacy-two', path: '/privacy-two', query: query('q=1') }))).toBe('')
    expect(searchOf(wish({ page: undefined, path: '/nobody', query: query('q=1') }))).toBe('')
  })
})
