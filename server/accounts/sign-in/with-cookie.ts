/** A reply whose token the browser also gets as its cookie. */
export const withCookie = <T extends { token: string }>(data: T) => ({ cookie: { token: data.token }, data })
