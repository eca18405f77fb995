import { webCaptureCalls } from '../../../contract/captures/web.ts'
import { categoryOf } from '../../../contract/evidence/kinds.ts'
import * as evidence from '../../evidence/evidence.service.ts'
import type { RequestCertificate } from '../../evidence/request-certificate.types.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as captures from '../captures.service.ts'
import { startWebCaptures } from './start-web.service.ts'
import { webKind } from './web.kind.ts'

export const webCaptureRoutes = (services: Services, request: RequestCertificate) =>
  implement(webCaptureCalls, {
    start: (caller, { body: { url, urls, ...manner } }) =>
      startWebCaptures(services, caller, { ...manner, urls: url === undefined ? urls : [url, ...urls] }),
    list: (caller, { body }) => evidence.list(services, caller, { ...body, category: categoryOf('web') }),
    retry: (caller, { body }) => captures.retry(services, caller, body),
    confirm: (caller, { body }) => captures.confirm(services, caller, body.no, body.statementSha256, request),
    preview: (caller, { body }) => captures.preview(services, caller, body.no, webKind.previewPath),
    cancel: (caller, { body }) => captures.cancel(services, caller, body.ids),
  })
