import { type KeyObject, sign, verify } from 'node:crypto'

export type Params = Record<string, string>

/** What is signed of a request: everything that is not empty, by name in ASCII order, values as they are. */
export const signedText = (params: Params) =>
  Object.entries(params)
    .filter(([name, value]) => name !== 'sign' && value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')

export const signText = (text: string, key: KeyObject) =>
  sign('sha256', Buffer.from(text, 'utf8'), key).toString('base64')

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

export const isSigned = (text: string, signature: string, key: KeyObject) =>
  base64.test(signature) && verify('sha256', Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
