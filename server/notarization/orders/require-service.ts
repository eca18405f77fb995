import type { Platform } from '../../kit/calls/caller.ts'
import { AppError } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { settingsFor } from '../../platform/settings.service.ts'

/** Where the platform closed its judicial services nothing new is asked for; what was handed in before is finished. */
export async function requireService(services: Services, platform: Platform): Promise<void> {
  if (!(await settingsFor(services, platform)).notarizationService) throw new AppError('notarization-closed')
}
