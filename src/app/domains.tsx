import { createElement, type ComponentType } from 'react'
import type { Right } from '../../contract/kit/rights.ts'
import { formRoutes } from '../kit/form/form-paths.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import type { Resource } from '../kit/resource/resource.ts'
import type { Declared } from './declared.ts'

/** What everybody's console may have; a file and its words are all it takes. */
const ofEverybody: Declared = {
  resources: import.meta.glob('../*/*.resource.tsx', { eager: true }),
  pages: import.meta.glob('../*/*.pages.tsx', { eager: true }),
}

const ResourcePage = lazyPart(async () => (await import('../kit/resource/ResourcePage.tsx')).ResourcePage)
const NewPage = lazyPart(async () => (await import('../kit/form/FormPage.tsx')).NewPage)
const EditPage = lazyPart(async () => (await import('../kit/form/FormPage.tsx')).EditPage)
const ResourceShow = lazyPart(async () => (await import('../kit/show/ResourceShow.tsx')).ResourceShow)

/** The list of a resource, its detail unless a page of its own stands there, and the pages of its form. */
function pagesOf(resource: Resource): PageEntry[] {
  const {
    routes: { list, showPath },
    access,
    create,
    menu,
    name,
  } = resource
  const { add, edit } = formRoutes(resource)
  const of = (page: ComponentType<{ resource: Resource }>) => () => createElement(page, { key: name, resource })
  return [
    { path: list, page: of(ResourcePage), right: access, ...(menu ? { menu: { ...menu, title: resource } } : {}) },
    ...(showPath ? [{ path: showPath, page: of(ResourceShow), right: access, ...(menu ? { under: list } : {}) }] : []),
    ...(add ? [{ path: add, page: of(NewPage), right: create!.right }] : []),
    ...(edit ? [{ path: edit, page: of(EditPage), right: create?.right ?? access }] : []),
  ]
}

/** Parts of the console that stand in a file of their own each, by the rights of whoever has one. */
const parts: { rights: RegExp; load(): Promise<Declared> }[] = [
  { rights: /^(operator|platform)\./, load: async () => (await import('./staff-domains.ts')).ofStaff },
  { rights: /^office\./, load: async () => (await import('./office-domains.ts')).ofOffice },
  { rights: /^judicial\./, load: async () => (await import('./judicial-domains.ts')).ofApplicants },
]

/** Every resource of somebody's console, and every page in menu order. Nobody waits for what is not theirs. */
export async function loadDomains(rights: readonly Right[]): Promise<{ resources: Resource[]; pages: PageEntry[] }> {
  const own = parts.filter((part) => rights.some((right) => part.rights.test(right)))
  const all = [ofEverybody, ...(await Promise.all(own.map(({ load }) => load())))]
  const resources = all.flatMap((d) => Object.values(d.resources)).flatMap((module) => module.default)
  const ownPages = all.flatMap((d) => Object.values(d.pages)).flatMap((module) => module.default)
  const pages = [...ownPages, ...resources.flatMap(pagesOf)].toSorted(
    (a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0),
  )
  return { resources, pages }
}
