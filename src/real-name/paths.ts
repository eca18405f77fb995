const settings = '/accountSetting/basicSetting'

/** Where verification is done. */
export const paths = {
  settings,
  person: `${settings}/realName`,
  alipay: `${settings}/aliRealName`,
  enterprise: `${settings}/enterprise`,
} as const
