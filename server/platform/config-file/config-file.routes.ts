import { configFileCalls } from '../../../contract/platform/config-file.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as configFile from './config-file.service.ts'

export const configFileRoutes = (services: Services) =>
  implement(configFileCalls, {
    download: (caller) => configFile.download(services, caller),
    check: (caller, { file }) => configFile.check(services, caller, file),
    save: (caller, { body, file }) => configFile.save(services, caller, file, body.version),
  })
