import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { newId } from '../kit/ids.ts'
import { logOptions } from '../kit/log.ts'
import type { Services } from '../kit/services.ts'
import { serviceBase } from '../../contract/kit/call.ts'
import { AppError } from '../kit/errors.ts'
import { baseHeaders } from './base-headers.ts'
import { domains } from './domains.ts'
import { type Drain, followCalls } from './drain.ts'
import { usualBody } from './mount/body-bound.ts'
import { requireKnownHost, requireOneHost } from './mount/host-of.ts'
import { answerError } from './mount/error-handler.ts'
import { readBeacons } from './mount/read-beacons.ts'
import { decodeFields } from './mount/read-request.ts'
import { mountHealth, type Probes } from './health.ts'
import { mount } from './mount/mount.ts'
import { mountOpenApi } from './mount/mount-open-api.ts'
import { mountDocument } from './document.ts'
import { mountLog } from './mount/mount-log.ts'
import { mountPages } from './pages.ts'
import { mountPayNotices } from './mount/mount-pay-notices.ts'
import { mountPreview } from './mount/mount-preview.ts'
import { mountTimestamps } from './mount/mount-timestamps.ts'
import { mountTrust } from './mount/mount-trust.ts'
import { mountUploads } from './mount/mount-uploads.ts'
import { endSlowBodies } from './mount/slow-bodies.ts'
import type { Authority } from '../trust/keys/authority.service.ts'

/** Every group of calls with its functions. */
export const routesOf = (services: Services) => domains.flatMap((domain) => domain.routes?.(services) ?? [])

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

/** Without an authority nothing is stamped for strangers. */
export async function buildApp(
  services: Services,
  probes: Probes,
  authority?: Pick<Authority, 'answer' | 'trustMaterial'>,
): Promise<FastifyInstance> {
  const setBaseHeaders = baseHeaders(services.config)
  const app = Fastify({
    logger:
      services.config.logLevel === 'silent'
        ? false
        : logOptions(services.config.logLevel === 'info' ? 'warn' : services.config.logLevel),
    // Each call has its own bound; this one is that of every other address.
    bodyLimit: usualBody,
    // Otherwise everybody behind the proxy would share its address, and with it the limits that hold an address.
    trustProxy: services.config.trustedProxies.length ? services.config.trustedProxies : false,
    genReqId: () => newId(),
    routerOptions: { maxParamLength: 200, querystringParser: decodeFields },
    forceCloseConnections: true,
    // What the framework says by itself repeats the address that was asked for.
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an address that cannot be read.
      setBaseHeaders(reply)
      // Somebody who typed it reads a page, not JSON.
      if (request.headers.accept?.includes('text/html') && !request.url.startsWith(serviceBase))
        return void reply.redirect('/exception?errorCode=404')
      void answerError(error, request, reply)
    },
  })
  app.decorate('drain', followCalls(app))
  app.addHook('onRequest', async (_, reply) => setBaseHeaders(reply))
  await app.register(cookie)
  await app.register(formbody, { bodyLimit: usualBody, parser: decodeFields })
  await app.register(multipart)
  readBeacons(app)
  // Quick rather than small: a list is written for each who asks.
  await app.register(compress, {
    global: false,
    threshold: 1_024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  app.setErrorHandler(answerError)
  endSlowBodies(app)
  app.addHook('onRequest', async (request) => {
    requireOneHost(request)
    await requireKnownHost(services, request)
  })
  app.setNotFoundHandler((request, reply) => answerError(new AppError('unknown-route'), request, reply))
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Answers are made for one caller in one account: nothing on the way may keep them for another.
    const isOurs = 'call' in request.routeOptions.config || request.url.startsWith(serviceBase)
    if (isOurs && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  mountPreview(app, services)
  const allRoutes = routesOf(services)
  for (const routes of allRoutes) mount(app, services, routes, probes.trust)
  await mountUploads(app, services)
  await mountOpenApi(app, services, probes.trust)
  await mountPayNotices(app, services)
  if (authority) await mountTimestamps(app, services, authority)
  if (authority) mountTrust(app, services, authority)
  mountDocument(app)
  mountHealth(app, services, probes)
  mountLog(app, services)
  app.all(`${serviceBase}/*`, async () => {
    throw new AppError('unknown-route')
  })
  await mountPages(app, services, allRoutes)
  return app
}
