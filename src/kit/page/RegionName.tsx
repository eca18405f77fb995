import { divisionCalls } from '../../../contract/addresses/divisions.ts'
import { longCacheLifetime } from '../../../dataProvider/constants.ts'
import { useRead } from '../resource/useCall.ts'

/** A region by its code alone; the code itself until its name is known, or where it has none. */
export function RegionName({ code }: { code: string }) {
  const { data } = useRead(divisionCalls.name, { params: { id: code } }, { staleTime: longCacheLifetime })
  return <>{data?.fullName ?? code}</>
}
