import type { AccessControlProvider } from '@refinedev/core'
import type { ConsoleContext } from '../../kit/resource/console-context.ts'
import type { Resource } from '../../kit/resource/resource.ts'

type Can = ConsoleContext['can']

/**
 * Whether somebody may do to a resource what Refine's buttons and routes name (list, show, create, edit, delete), or one of its own actions.
 * Rights are known from the start, so it is known at once. The service refuses all the same.
 */
export function mayDo(can: Can, resource: Resource, action: string): boolean {
  const { access, actions, create, endpoints } = resource
  if (action === 'list' || action === 'show') return can(access)
  if (action === 'create') return Boolean(create && can(create.right))
  const own = actions.find(
    (a) => a.name === action || (action === 'delete' && a.removes) || (action === 'edit' && a.edits),
  )
  if (own) return can(own.right)
  return action === 'edit' && Boolean(endpoints.update) && can(create?.right ?? access)
}

export const accessControlProvider = (can: Can, resources: readonly Resource[]): AccessControlProvider => ({
  can: async ({ resource: name, action }) => {
    const resource = resources.find((r) => r.name === name)
    return { can: resource !== undefined && mayDo(can, resource, action) }
  },
  options: {
    buttons: { enableAccessControl: true, hideIfUnauthorized: true },
    queryOptions: { staleTime: Infinity },
  },
})
