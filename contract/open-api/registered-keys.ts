import { defineCall } from '../kit/call.ts'
import { KeyBody, keyCalls, KeyFind } from './keys.ts'

/** Key management for former clients, which ask for its list and add to it at a path that they have in a variable. */
export const registeredKeyCalls = {
  list: defineCall({
    method: 'POST',
    path: '{secret}',
    registered: 'secretList',
    body: KeyFind,
    reply: keyCalls.list.reply,
    right: 'keys.manage',
    rate: 'read',
    idempotent: true,
  }),
  create: defineCall({
    method: 'POST',
    path: '{secret}',
    registered: 'secret',
    body: KeyBody,
    reply: keyCalls.create.reply,
    right: 'keys.manage',
    rate: 'write',
    idempotent: false,
  }),
}
