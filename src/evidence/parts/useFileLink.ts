import { evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { pathOf } from '../../../contract/kit/call.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'

/** Where the bytes of a sealed file are. */
export function useFileLink() {
  const link = useByteLink()
  return (id: string) => link(pathOf(evidenceCalls.fileBytes, { id }))
}
