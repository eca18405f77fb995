import type { Bean } from '../../../contract/accounts/session.ts'

/** Names, in a link, the account that its page is to be read in. */
export const accountParameter = 'account'

/** The address of this page, for a person with several accounts together with the one it belongs to. */
export function linkHere({ accounts, accountId }: Bean): string {
  const url = new URL(window.location.href)
  if (accounts > 1) url.searchParams.set(accountParameter, accountId)
  return url.href
}
