import { accountParameter } from './account-link.ts'
import { useConsole } from './console-context.ts'

/**
 * Addresses of bytes, which the browser asks for by itself and so without the header that names the account: without it somebody with several would be
 * given what is of another one.
 */
export function useByteLink() {
  const { bean } = useConsole()
  return (path: string, query: Record<string, string | number> = {}) => {
    const named = new URLSearchParams({ ...query, [accountParameter]: bean.accountId } as Record<string, string>)
    return `${path}?${named.toString()}`
  }
}
