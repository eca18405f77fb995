import { certifyCalls } from '../../contract/real-name/certify.ts'
import { type ConsentPurpose, consentCalls } from '../../contract/real-name/consents.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { useLiveRefresh } from '../kit/resource/useLiveRefresh.ts'

/** What is known and agreed to, kept fresh while staff decide. */
export function useCertify() {
  const info = useRead(certifyCalls.info, {}, { staleTime: 0 })
  const consents = useRead(consentCalls.list, {}, { staleTime: 0 })
  useLiveRefresh(certifyCalls.info, 'identities')
  const refresh = () => void Promise.all([info.refetch(), consents.refetch()])
  const textOf = (purpose: ConsentPurpose) => consents.data?.texts.find((x) => x.purpose === purpose)
  const agreed = (purpose: ConsentPurpose) =>
    consents.data?.list.some(
      (c) => c.purpose === purpose && !c.withdrawnAt && c.version === textOf(purpose)?.version,
    ) ?? false
  return { info: info.data, consents: consents.data, error: info.error ?? consents.error, refresh, textOf, agreed }
}
