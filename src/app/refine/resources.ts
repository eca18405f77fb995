import type { ResourceProps } from '@refinedev/core'
import { addPath, formRoutes } from '../../kit/form/form-paths.ts'
import type { Resource } from '../../kit/resource/resource.ts'
import { resourceWords, type Words } from '../../kit/resource/words.ts'

/**
 * The declared resources as Refine names them, so that its navigation, titles and buttons lead to their pages. `meta` holds plain values alone:
 * Refine puts it into the keys of its queries.
 */
export const refineResources = (t: Words, resources: readonly Resource[]): ResourceProps[] =>
  resources.map((resource) => {
    const { name, routes, create, form, endpoints, actions } = resource
    const edit = formRoutes(resource).edit ?? (form && endpoints.update ? `${routes.list}?form=:id` : undefined)
    return {
      name,
      list: routes.list,
      ...(routes.showPath && { show: routes.showPath }),
      ...(create && { create: addPath(resource) }),
      ...(edit && { edit }),
      meta: { label: resourceWords(t, resource, 'title'), canDelete: actions.some((a) => a.removes) },
    }
  })
