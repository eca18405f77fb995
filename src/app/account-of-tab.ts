import { Id } from '../../contract/kit/fields.ts'
import { accountParameter } from '../kit/resource/account-link.ts'

const place = 'shimakaze.account'

/** The account this tab acts for: named by the link that opened it, else what it had, else what was chosen last anywhere. */
export function accountOfTab(): string | undefined {
  const url = new URL(window.location.href)
  const named = url.searchParams.get(accountParameter)
  if (named !== null) {
    url.searchParams.delete(accountParameter)
    window.history.replaceState(window.history.state, '', url)
    if (Id.safeParse(named).success) setAccountOfTab(named)
  }
  return sessionStorage.getItem(place) ?? localStorage.getItem(place) ?? undefined
}

/** Each tab keeps its own; a new one begins with the last choice. */
export function setAccountOfTab(accountId: string) {
  sessionStorage.setItem(place, accountId)
  localStorage.setItem(place, accountId)
}

export function forgetAccountOfTab() {
  sessionStorage.removeItem(place)
  localStorage.removeItem(place)
}
