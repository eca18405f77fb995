import { type Config, configFrom } from '../kit/settings/config.ts'
import type { Environment } from '../kit/settings/settings-group.ts'
import { settings } from './domains.ts'

/** The settings of the service, with those that domains declare. */
export const readConfig = (env: Environment = process.env): Config => configFrom(env, settings)
