import type { TestProject } from 'vitest/node'
import { startFixtureSite } from '../kit/fixture-site/start.ts'
import { type ServiceInfo, startService } from '../kit/browser/start-service.ts'
import { freePort } from '../kit/free-port.ts'

export interface World {
  service: ServiceInfo
  /** The shop that stands for the pages people capture. */
  shop: string
  /** An address that refuses connections. */
  closed: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: World
  }
}

export default async function setup(project: TestProject) {
  const [site, service] = await Promise.all([startFixtureSite(), startService()])
  const { stop, killAndStart: _, ...plain } = service
  project.provide('world', { service: plain, shop: site.url, closed: `http://127.0.0.1:${await freePort()}` })
  return async () => {
    await stop()
    await site.close()
  }
}
