import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { useConsole } from '../../kit/resource/console-context.ts'

/** Where the bytes of a sealed file are. */
export function useFileLink() {
  const { bean } = useConsole()
  return (id: string) => `${pathOf(evidenceCalls.fileBytes, { id })}?account=${bean.accountId}`
}
