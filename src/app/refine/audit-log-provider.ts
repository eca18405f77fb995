import type { AuditLogProvider } from '@refinedev/core'
import { historyCalls } from '../../../contract/platform/history.ts'
import type { Client } from '../../../dataProvider/client.ts'
import type { Resource } from '../../kit/resource/resource.ts'

/**
 * Reads the record of acts. The service writes it, together with what was done: a browser has nothing to add, and Refine's hooks leave out what
 * a provider does not have, although its type asks for it.
 */
export const auditLogProvider = (client: Client, resources: readonly Resource[]): AuditLogProvider =>
  ({
    async get({ resource, meta }) {
      const kind = resources.find(({ name }) => name === resource)?.history
      if (!kind) throw new Error(`${resource} has no history`)
      return (await client.call(historyCalls.of, { params: { kind, id: String(meta?.['id']) } })).list
    },
  }) satisfies Partial<AuditLogProvider> as AuditLogProvider
