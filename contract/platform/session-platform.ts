import type { Dictionary } from './dictionary.ts'

/** The name that the specification (§3) gives to what clients keep of the platform for a session. */
export const sessionPlatformKey = 'sessionPlatform'
/** The platform's own id, kept beside it. */
export const notaryIdKey = 'notaryId'

type Info = Dictionary['frontPlatformInfo']
type OpenFlag = { open: boolean }

/** The platform as clients hold it: built from the dictionary, flat (specification §3). */
export interface SessionPlatform extends Omit<Info, 'basicInfo'> {
  notaryId: string
  mode: Dictionary['mode']
  NotarizationService: boolean
  /** Channels to pay by, and to pay a notary by. */
  alipay: OpenFlag
  wechat: OpenFlag
  notaryAlipay: OpenFlag
  notaryWechat: OpenFlag
  /** With what else one can sign in. */
  login: Dictionary['login']
  /** The platform's names with who stands behind it. */
  basicInfo: Info['basicInfo'] & Dictionary['notary']['info']
  /** Where pictures and files of the platform are served. */
  storageOrigin: string
}

export function sessionPlatformOf(dictionary: Dictionary, storageOrigin: string): SessionPlatform {
  const { notaryId, mode, login, pay, notary, service } = dictionary
  const { basicInfo, ...info } = dictionary.frontPlatformInfo
  return {
    ...info,
    ...pay,
    notaryId,
    mode,
    login,
    NotarizationService: service.NotarizationService,
    notaryAlipay: dictionary['notary-pay'].alipay,
    notaryWechat: dictionary['notary-pay'].wechat,
    basicInfo: { ...basicInfo, ...notary.info },
    storageOrigin,
  }
}

/** What the session kept; undefined where it kept nothing, or an earlier version less. */
export function keptPlatform(kept: string | null): SessionPlatform | undefined {
  try {
    const found = JSON.parse(kept ?? 'null') as Partial<SessionPlatform> | null
    return found?.basicInfo && found.login && found.app && found.storageOrigin ? (found as SessionPlatform) : undefined
  } catch {
    return undefined
  }
}
