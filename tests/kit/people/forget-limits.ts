import type { TestApp } from '../build-test-app.ts'

/** As if nobody had called, tried or been sent anything for a long time. */
export async function forgetLimits({ services }: TestApp) {
  for (const counted of ['rateWindow', 'callWindow'] as const) await services.db.system.deleteFrom(counted).execute()
}
