import { keyCalls } from '../../contract/open-api/keys.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'
import { KeyPair } from './KeyPair.tsx'

/** Where there is no key yet, the way to one. */
export function FirstKey() {
  const { data } = useRead(keyCalls.list, { query: { pageSize: 1 } }, { staleTime: 0 })
  useLiveRefresh(keyCalls.list, 'apiKeys')
  return data?.total === 0 ? <KeyPair /> : null
}
