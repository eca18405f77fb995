import type { Address } from '../../../contract/addresses/addresses.ts'
import { writePath } from '../../../contract/addresses/divisions.ts'

type Place = Pick<Address, 'provinceName' | 'cityName' | 'regionName' | 'detail'>

/** Where it is, in one line. */
export const placeOf = ({ provinceName, cityName, regionName, detail }: Place) =>
  `${writePath([provinceName, cityName, regionName])} ${detail}`

/** The same with who is there, as it is chosen from others. */
export const addressLine = (address: Pick<Address, 'name' | 'phone'> & Place) =>
  `${address.name} ${address.phone} ${placeOf(address)}`
