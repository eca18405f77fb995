import { uploadCalls } from '../../contract/registry/uploads.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as uploads from './uploads.service.ts'

export const uploadRoutes = (services: Services) =>
  implement(uploadCalls, {
    upload: (caller, { body, file }) => uploads.takeWhole(services, caller, body, file),
    uploadToConfirm: (caller, { body, file }) => uploads.takeWhole(services, caller, body, file),
    list: (caller) => uploads.list(services, caller),
    info: (caller, { params }) => uploads.info(services, caller, params.id),
    remove: async (caller, { params }) => {
      await uploads.remove(services, caller, params.id)
      return null
    },
  })
