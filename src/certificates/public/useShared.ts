import { useEffect, useState } from 'react'
import type { PublicCertificate, shareCalls } from '../../../contract/certificates/share.ts'
import { ask } from '../../site/parts/api.ts'

export interface Shared {
  certificate?: PublicCertificate
  /** Why the link shows nothing. */
  error?: string
}

/** The certificate that a share link shows, of this number where one is given; neither of the two while it is asked for. */
export function useShared(token: string, ano?: string): Shared {
  const [state, setState] = useState<Shared>({})
  useEffect(() => {
    ask<typeof shareCalls.open>(
      { method: 'GET', path: 'share/{token}' },
      { params: { token: token || '-' }, query: ano === undefined ? {} : { ano } },
    ).then(
      (certificate) => setState({ certificate }),
      (e: Error) => setState({ error: e.message }),
    )
  }, [token, ano])
  return state
}
