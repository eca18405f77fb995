import { useEffect, useState } from 'react'
import type { PublicCertificate, shareCalls } from '../../../contract/certificates/share.ts'
import { ask } from '../../site/parts/api.ts'

export interface Shared {
  certificate?: PublicCertificate
  /** Why the link shows nothing. */
  error?: string
}

/** The certificate that a share link shows; neither of the two while it is asked for. */
export function useShared(token: string): Shared {
  const [state, setState] = useState<Shared>({})
  useEffect(() => {
    ask<typeof shareCalls.open>({ method: 'GET', path: 'share/{token}' }, { params: { token } }).then(
      (certificate) => setState({ certificate }),
      (e: Error) => setState({ error: e.message }),
    )
  }, [token])
  return state
}
