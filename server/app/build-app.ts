import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { handOverRoutes } from '../accounts/hand-over.routes.ts'
import { invitationRoutes } from '../accounts/invitations.routes.ts'
import { mailRoutes } from '../accounts/mail.routes.ts'
import { phoneRoutes } from '../accounts/phone.routes.ts'
import { sessionRoutes } from '../accounts/session.routes.ts'
import { settingsRoutes } from '../accounts/settings.routes.ts'
import { subAccountRoutes } from '../accounts/sub-accounts.routes.ts'
import { thirdPartyRoutes } from '../accounts/third-party.routes.ts'
import { totpRoutes } from '../accounts/totp.routes.ts'
import { addressRoutes } from '../addresses/addresses.routes.ts'
import { divisionRoutes } from '../addresses/divisions.routes.ts'
import { batchRoutes } from '../captures/batch/batch.routes.ts'
import { webCaptureRoutes } from '../captures/web/web.routes.ts'
import { requestCertificate } from '../certificates/certificate-due.ts'
import { certificateRoutes } from '../certificates/certificate.routes.ts'
import { deliveryRoutes } from '../certificates/delivery.routes.ts'
import { shareRoutes } from '../certificates/share.routes.ts'
import { closingRoutes, dataCopyRoutes } from '../data-rights/data-rights.routes.ts'
import { courtRoutes } from '../evidence/court.routes.ts'
import { evidenceRoutes } from '../evidence/evidence.routes.ts'
import { feedbackRoutes } from '../evidence/feedback.routes.ts'
import { headerRoutes } from '../invoices/headers.routes.ts'
import { newId } from '../kit/ids.ts'
import { logOptions } from '../kit/log.ts'
import type { Services } from '../kit/services.ts'
import { messageChoiceRoutes, messageRoutes } from '../messages/messages.routes.ts'
import { announcementRoutes } from '../messages/announcements.routes.ts'
import { callbackRoutes } from '../open-api/callbacks/callbacks.routes.ts'
import { keyRoutes } from '../open-api/keys.routes.ts'
import { accountRoutes } from '../operator/accounts.routes.ts'
import { jobRoutes } from '../operator/jobs.routes.ts'
import { staffMessageRoutes } from '../operator/messages.routes.ts'
import { outboxRoutes } from '../operator/outbox.routes.ts'
import { timestampRoutes } from '../operator/timestamps.routes.ts'
import { trustRoutes } from '../operator/trust.routes.ts'
import { personRoutes } from '../operator/people.routes.ts'
import { certifyRoutes, consentRoutes, identityReviewRoutes } from '../real-name/real-name.routes.ts'
import { auditRoutes } from '../platform/audit.routes.ts'
import { behaviorRoutes } from '../platform/behavior.routes.ts'
import { dictEntryRoutes } from '../platform/dictionary-entries.routes.ts'
import { dictionaryRoutes, liveRoutes } from '../platform/dictionary.routes.ts'
import { exportRoutes } from '../platform/exports.routes.ts'
import { fileRoutes } from '../platform/files.routes.ts'
import { historyRoutes } from '../platform/history.routes.ts'
import { platformSettingsRoutes } from '../platform/settings.routes.ts'
import { listViewRoutes } from '../platform/list-views.routes.ts'
import { depositRoutes } from '../registry/deposits.routes.ts'
import { uploadRoutes } from '../registry/uploads.routes.ts'
import { workRoutes } from '../registry/works.routes.ts'
import { anchorRoutes, chainRoutes } from '../trust/anchors/anchors.routes.ts'
import { integrityRoutes } from '../trust/integrity/integrity.routes.ts'
import { serviceBase } from '../../contract/kit/call.ts'
import { AppError } from '../kit/errors.ts'
import { answerError } from './error-handler.ts'
import { mountHealth, type Probes } from './health.ts'
import { mount } from './mount.ts'
import { mountOpenApi } from './mount-open-api.ts'
import { mountDocument } from './document.ts'
import { mountLog } from './mount-log.ts'
import { mountPages } from './pages.ts'
import { mountPreview } from './mount-preview.ts'
import { mountTimestamps } from './mount-timestamps.ts'
import { mountTrust } from './mount-trust.ts'
import { mountUploads } from './mount-uploads.ts'
import type { Authority } from '../trust/authority.ts'

/** JSON and form bodies; files travel by their own routes. */
const bodyLimit = 1024 * 1024

export const routesOf = (services: Services) => [
  dictionaryRoutes(services),
  liveRoutes(),
  sessionRoutes(services),
  settingsRoutes(services),
  phoneRoutes(services),
  mailRoutes(services),
  totpRoutes(services),
  thirdPartyRoutes(services),
  handOverRoutes(services),
  subAccountRoutes(services),
  invitationRoutes(services),
  messageRoutes(services),
  messageChoiceRoutes(services),
  outboxRoutes(services),
  evidenceRoutes(services),
  feedbackRoutes(services),
  webCaptureRoutes(services, requestCertificate(services)),
  batchRoutes(services),
  uploadRoutes(services),
  depositRoutes(services),
  workRoutes(services),
  shareRoutes(services),
  deliveryRoutes(services),
  certificateRoutes(services),
  behaviorRoutes(services),
  headerRoutes(services),
  addressRoutes(services),
  divisionRoutes(),
  listViewRoutes(services),
  exportRoutes(services),
  historyRoutes(services),
  auditRoutes(services),
  personRoutes(services),
  accountRoutes(services),
  jobRoutes(services),
  timestampRoutes(services),
  staffMessageRoutes(services),
  announcementRoutes(services),
  dictEntryRoutes(services),
  fileRoutes(services),
  platformSettingsRoutes(services),
  keyRoutes(services),
  callbackRoutes(services),
  certifyRoutes(services),
  consentRoutes(services),
  identityReviewRoutes(services),
  dataCopyRoutes(services),
  closingRoutes(services),
  courtRoutes(services),
  chainRoutes(services),
  anchorRoutes(services),
  integrityRoutes(services),
  trustRoutes(services),
]

/** Without an authority nothing is stamped for strangers. */
export async function buildApp(
  services: Services,
  probes: Probes,
  authority?: Pick<Authority, 'answer' | 'trustMaterial'>,
): Promise<FastifyInstance> {
  const app = Fastify({
    logger:
      services.config.logLevel === 'silent'
        ? false
        : logOptions(services.config.logLevel === 'info' ? 'warn' : services.config.logLevel),
    bodyLimit,
    // Otherwise everybody behind the proxy would share its address, and with it the limits that hold an address.
    trustProxy: services.config.trustedProxies.length ? services.config.trustedProxies : false,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: true,
    // What the framework says by itself repeats the address that was asked for.
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  })
  await app.register(cookie)
  await app.register(formbody, { bodyLimit })
  await app.register(multipart)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new AppError('unknown-route'), request, reply))
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Answers are made for one caller in one account: nothing on the way may keep them for another.
    const isOurs = 'call' in request.routeOptions.config || request.url.startsWith(serviceBase)
    if (isOurs && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  mountPreview(app, services)
  for (const routes of routesOf(services)) mount(app, services, routes, probes.trust)
  await mountUploads(app, services)
  await mountOpenApi(app, services, probes.trust)
  if (authority) await mountTimestamps(app, services, authority)
  if (authority) mountTrust(app, services, authority)
  await mountDocument(app)
  mountHealth(app, services, probes)
  mountLog(app, services)
  app.all(`${serviceBase}/*`, async () => {
    throw new AppError('unknown-route')
  })
  await mountPages(app, services)
  return app
}
