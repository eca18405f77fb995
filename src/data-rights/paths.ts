const settings = '/accountSetting/basicSetting'

/** Where people see to their data. */
export const paths = {
  settings,
  data: `${settings}/myData`,
  close: `${settings}/close`,
  person: `${settings}/realName`,
} as const
