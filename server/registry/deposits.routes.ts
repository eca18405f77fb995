import { depositCalls } from '../../contract/registry/deposits.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as deposits from './deposits.service.ts'
import { preview } from './preview.service.ts'

export const depositRoutes = (services: Services) =>
  implement(depositCalls, {
    files: (caller, { body }) => deposits.depositFiles(services, caller, body),
    hash: (caller, { body }) => deposits.depositHash(services, caller, body),
    original: (caller, { body }) => deposits.addOriginal(services, caller, body),
    fileList: (caller, { query }) => deposits.list(services, caller, 'file', query),
    hashList: (caller, { query }) => deposits.list(services, caller, 'hash', query),
    preview: (caller, { params }) => preview(services, caller, params.id),
    renameFile: (caller, { params, body }) => deposits.renameFile(services, caller, params.id, body.fileName),
    list: (caller, { body }) => deposits.listAll(services, caller, body),
    takeBack: (caller, { body }) => deposits.takeBack(services, caller, body.anos),
  })
