import { fileCalls } from '../../contract/platform/files.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as files from './files.service.ts'

export const fileRoutes = (services: Services) =>
  implement(
    fileCalls,
    {
      uploadPicture: (caller, { body, file }) =>
        file ? files.takeFile(services, caller, body.scene, file) : files.takePicture(services, caller, body),
      upload: (caller, { body, file }) => files.takeFile(services, caller, body.scene, file),
      shown: (visitor, { params, query }) => files.shown(services, visitor, params.id, query.width),
      sent: (caller, { params }) => files.sent(services, caller, params.id),
    },
    {},
    { uploadPicture: files.boundOf, upload: files.boundOf },
  )
