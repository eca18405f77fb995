import i18next from 'i18next'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider, initReactI18next } from 'react-i18next'
import { beforeAll, expect, it } from 'vitest'
import type { EvidenceRow } from '../../contract/evidence/evidence.ts'
import en from '../../locales/en/evidence.json'
import { EvidenceName } from '../../src/evidence/parts/EvidenceName.tsx'

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { evidence: en } } }))

const drawn = (row: Partial<EvidenceRow>) =>
  renderToStaticMarkup(
    <I18nextProvider i18n={i18next}>
      <EvidenceName row={{ name: 'A page', url: 'https://example.com/', ...row } as EvidenceRow} />
    </I18nextProvider>,
  )

it('draws what was found on the page under the name, the word marked, in place of the address', () => {
  const page = drawn({ found: { before: '甲方与乙方就', word: '独家代理', after: '达成一致…' } })
  expect(page).toContain('<span>On the page</span>…乙方就<mark>独家代理</mark>达成一致…')
  expect(page).toContain('title="甲方与乙方就独家代理达成一致…"')
  expect(page).not.toContain('example.com')
  expect(drawn({})).toContain('example.com')
})

it('leaves the word in sight behind a long beginning, and draws what a page says as text', () => {
  expect(drawn({ found: { before: '一二三四五六七八九十', word: 'x', after: '' } })).toContain('…八九十<mark>x</mark>')
  const page = drawn({ found: { before: '<i>', word: '<img src=x onerror=alert(1)>', after: '</b>' } })
  expect(page).toContain('&lt;i&gt;<mark>&lt;img src=x onerror=alert(1)&gt;</mark>&lt;/b&gt;')
  expect(page).not.toMatch(/<(i|img|b)\b/)
})
