import type { AuthProvider } from '@refinedev/core'
import type { ConsoleContext } from '../../kit/resource/console-context.ts'
import { leaveFor } from '../forget-session.ts'

/**
 * Who acts, in Refine's words. Signing in is a page of the website, and the client asks for it wherever the service says that the session has
 * ended (`dataProvider/session-expiry.ts`): by the time an error arrives here, that has been seen to.
 */
export const authProvider = ({ bean, signOut }: Pick<ConsoleContext, 'bean' | 'signOut'>): AuthProvider => ({
  login: async () => {
    leaveFor('/login')
    return { success: true }
  },
  logout: async () => {
    await signOut()
    return { success: true }
  },
  check: async () => ({ authenticated: true }),
  onError: async () => ({}),
  getIdentity: async () => ({ id: bean.userId, name: bean.personName, account: bean.accountName, role: bean.role }),
  getPermissions: async () => bean.rights,
})
