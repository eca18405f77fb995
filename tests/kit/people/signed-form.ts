import { type KeyObject, randomUUID, sign } from 'node:crypto'

export interface SignedForm {
  request_id: string
  access_key: string
  tonce: string
  payload: string
  signature: string
}

/** A request of the open API as its documentation says it, and nothing of the service's own. */
export function signedForm(
  by: { accessKey: string; privateKey: KeyObject },
  operation: string,
  payload: unknown,
  over: Partial<SignedForm> = {},
): SignedForm {
  const form = {
    request_id: randomUUID().replaceAll('-', ''),
    access_key: by.accessKey,
    tonce: String(Math.floor(Date.now() / 1000)),
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...over,
  }
  const text = `POST/open-api/v1/${operation}${form.request_id}${form.access_key}${form.tonce}${form.payload}`
  return {
    ...form,
    signature: over.signature ?? sign('RSA-SHA256', Buffer.from(text), by.privateKey).toString('base64'),
  }
}
