import { describe, expect, it } from 'vitest'
import { kindNames } from '../../contract/evidence/kinds.ts'
import { joinedWords } from '../../contract/kit/joined-words.ts'
import type { KindView } from '../../src/evidence/parts/kind-view.ts'

const views = Object.values(import.meta.glob<{ default: KindView }>('../../src/*/*/*.kind.tsx', { eager: true })).map(
  (module) => module.default,
)

type Words = { tab: Record<string, string> }
const files = import.meta.glob<object>('../../locales/*/{evidence,kind-*}.json', { eager: true, import: 'default' })

it('shows every kind of evidence, each in one way', () => {
  expect(views.map((view) => view.kind).toSorted()).toEqual(kindNames.toSorted())
})

it('says of every kind by which institution it was collected', () => {
  expect(views.filter((view) => !view.summary.includes('label')).map((view) => view.kind)).toEqual([])
})

describe.each(['zh-CN', 'en'])('in %s', (language) => {
  const ofLanguage = Object.entries(files).flatMap(([path, words]): [string, object][] =>
    path.includes(`/${language}/`) ? [[path.split('/').at(-1)!.replace('.json', ''), words]] : [],
  )
  const shared = Object.fromEntries(ofLanguage)['evidence'] as Words
  const own = joinedWords(Object.fromEntries(ofLanguage)).map(([, words]) => words as Partial<Words>)
  const tabs = Object.assign({}, shared.tab, ...own.map((words) => words.tab ?? {})) as Words['tab']

  it('has words for every tab of a kind', () => {
    const names = views.flatMap((view) => view.tabs.map((tab) => tab.name))
    expect(names.filter((name) => !tabs[name])).toEqual([])
  })
})
