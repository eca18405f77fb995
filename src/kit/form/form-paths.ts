import type { Endpoints } from '../../../dataProvider/endpoints.ts'
import type { FormOf, Resource } from '../resource/resource.ts'

interface Formed {
  routes: { list: string; showPath?: string }
  endpoints: Pick<Endpoints, 'create' | 'update'>
  form?: Pick<FormOf<never>, 'surface'>
  create?: { path?: string }
}

/** The routes of a resource's form, where it has pages of its own. */
export function formRoutes({ routes, endpoints, form, create }: Formed): { add?: string; edit?: string } {
  if (form?.surface !== 'page') return {}
  return {
    ...(endpoints.create && create && !create.path ? { add: `${routes.list}/new` } : {}),
    ...(endpoints.update && routes.showPath ? { edit: `${routes.showPath}/edit` } : {}),
  }
}

/** Where one is added. */
export const addPath = (resource: Formed): string =>
  resource.create?.path ?? formRoutes(resource).add ?? `${resource.routes.list}?form=new`

/** Where a record is changed, if on a page. */
export function editPath<Row extends { id: string }>(resource: Resource<Row>, row: Row): string | undefined {
  if (!formRoutes(resource).edit) return undefined
  const [path, query] = resource.routes.show!(row).split('?')
  return `${path}/edit${query ? `?${query}` : ''}`
}
