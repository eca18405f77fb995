import { downloadCalls } from '../../../contract/evidence/downloads.ts'
import { unitsOf } from '../../payments/parts/QuoteLine.tsx'
import { useConsole } from '../../kit/resource/console-context.ts'
import { useRead, useWrite } from '../../kit/resource/useCall.ts'
import { useLiveRefresh } from '../../kit/resource/useLiveRefresh.ts'

/** What taking out the packages of these costs, as far as nobody of the account has paid for them, and the way to pay for it. */
export function useDownloadPrice(anos: readonly string[]) {
  const { can } = useConsole()
  const request = { body: { anos: [...anos] } }
  const { data, error, refetch } = useRead(downloadCalls.quote, request, {
    staleTime: 0,
    enabled: can('evidence.download'),
  })
  useLiveRefresh(downloadCalls.quote, 'wallet')
  const write = useWrite(downloadCalls.pay, { quiet: true })
  const isDue = data && data.total + unitsOf(data) > 0
  return {
    /** Undefined where it costs nothing. */
    quote: isDue ? data : undefined,
    /** Whether it is known what it costs. */
    isKnown: data !== undefined || !can('evidence.download'),
    error,
    isPaying: write.isPending,
    /** Does nothing where nothing is to be paid. */
    async pay() {
      if (!isDue) return
      await write.mutateAsync({ body: { anos: [...anos], quoted: data.total } }).finally(() => void refetch())
    },
  }
}
