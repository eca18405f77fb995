import { addressCalls } from '../../contract/addresses/addresses.ts'
import type { OwnRecordSample } from '../kit/own-records.ts'

export default {
  kind: 'address',
  group: 'addresses',
  rights: { 'addresses.read': 'list get', 'addresses.write': 'create update remove removeMany makeDefault import' },
  calls: addressCalls,
  body: (text) => ({
    provinceCode: '350000',
    cityCode: '350100',
    regionCode: '350102',
    detail: text,
    name: text.slice(0, 25),
    phone: '13711112222',
  }),
} satisfies OwnRecordSample
