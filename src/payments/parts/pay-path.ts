/** Where something is paid through a vendor. */
export const payPath = (id: string) => `/accountSetting/costCenter/wePay?id=${id}`
