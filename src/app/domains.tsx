import { createElement, type ComponentType } from 'react'
import { formRoutes } from '../kit/form/form-paths.ts'
import { lazyPart } from '../kit/page/lazy-part.ts'
import type { PageEntry } from '../kit/resource/pages.ts'
import type { Resource } from '../kit/resource/resource.ts'

type Declared = Record<string, Resource | Resource[]>

/** Every resource that a file `*.resource.tsx` declares: that file and its words are all it takes. */
export const resources: Resource[] = Object.values(
  import.meta.glob<Declared>(['../*/*.resource.tsx', '../*/staff/*.resource.tsx'], { eager: true }),
).flatMap((module) => module['default'] as Resource | Resource[])

const ResourcePage = lazyPart(async () => (await import('../kit/resource/ResourcePage.tsx')).ResourcePage)
const NewPage = lazyPart(async () => (await import('../kit/form/FormPage.tsx')).NewPage)
const EditPage = lazyPart(async () => (await import('../kit/form/FormPage.tsx')).EditPage)
const ResourceShow = lazyPart(async () => (await import('../kit/show/ResourceShow.tsx')).ResourceShow)

/** Pages that are no resource's, or stand in the place of a derived one: every file `*.pages.tsx` declares some. */
const ownPages = Object.values(
  import.meta.glob<{ default: PageEntry[] }>(['../*/*.pages.tsx', '../*/staff/*.pages.tsx'], { eager: true }),
).flatMap((module) => module.default)

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

/** Every page of the console, in menu order. */
export const pages: PageEntry[] = [...ownPages, ...resources.flatMap(pagesOf)].toSorted(
  (a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0),
)
