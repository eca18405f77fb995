import { shareCalls } from '../../../contract/certificates/share.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import { openFile, previewFile } from './shared-file.service.ts'
import * as share from './share.service.ts'

export const shareRoutes = (services: Services) =>
  implement(shareCalls, {
    create: (caller, { body }) => share.create(services, caller, body),
    list: (caller, { params }) => share.list(services, caller, params.ano),
    revoke: async (caller, { params }) => {
      await share.revoke(services, caller, params.id)
      return null
    },
    open: (visitor, { params, query }) => share.open(services, visitor, params.token, query.ano),
    openPackage: (visitor, { params }) => share.openPackage(services, visitor, params.token),
    openFile: (visitor, { params }) => openFile(services, visitor, params),
    previewFile: (visitor, { params }) => previewFile(services, visitor, params),
    byHash: (visitor, { query }) => share.byHash(services, visitor, query),
    byNumber: (visitor, { query }) => share.byNumber(services, visitor, query.ano, query.idNumber),
  })
