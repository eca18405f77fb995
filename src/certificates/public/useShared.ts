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
  const link = JSON.stringify([token, ano])
  const [state, setState] = useState<Shared & { of?: string }>({})
  useEffect(() => {
    let gone = false
    const show = (shared: Shared) => !gone && setState({ ...shared, of: link })
    ask<typeof shareCalls.open>(
      { method: 'GET', path: 'share/{token}' },
      { params: { token: token || '-' }, query: ano === undefined ? {} : { ano } },
    ).then(
      (certificate) => show({ certificate }),
      (e: Error) => show({ error: e.message }),
    )
    return () => void (gone = true)
  }, [token, ano, link])
  return state.of === link ? state : {}
}
