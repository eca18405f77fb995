import { expect, it } from 'vitest'
import { AddressBody } from '../../contract/addresses/addresses.ts'
import { cityOf, provinceOf } from '../../contract/addresses/divisions.ts'
import { ApiError } from '../../dataProvider/errors.ts'
import { fieldErrors } from '../../src/kit/refusals/field-errors.ts'
import { judge } from '../../src/kit/form/judge.ts'
import { fieldOf, toWire } from '../../src/kit/form/wire.ts'

const fields = { name: {}, regionCode: { implies: { provinceCode: provinceOf, cityCode: cityOf } }, postcode: {} }
const ownerOf = (path: string) => fieldOf(fields, path)
const say = ((key: string) => key) as never

it('sends what follows from a value beside it, and nothing that is blank', () => {
  expect(
    toWire(fields, ['name', 'regionCode', 'postcode'], { name: '张三', regionCode: '350102', postcode: '' }),
  ).toEqual({ name: '张三', regionCode: '350102', provinceCode: '350000', cityCode: '350100' })
  expect(toWire(fields, ['name', 'regionCode'], { name: '张三' })).toEqual({ name: '张三' })
  expect(toWire(fields, ['name'], { name: '张三', regionCode: '350102' })).toEqual({ name: '张三' })
})

it('knows the field of a name of the wire, whatever it is called', () => {
  expect(['provinceCode', 'cityCode', 'regionCode', 'name', 'toString'].map(ownerOf)).toEqual([
    'regionCode',
    'regionCode',
    'regionCode',
    'name',
    'toString',
  ])
})

it('shows a refusal of what was implied on the field that implied it, the service’s as its own', () => {
  expect(judge(AddressBody, { name: '张三' }, say, ownerOf).get('regionCode')).toBe('errors:field.required')
  const refused = new ApiError({
    message: '',
    code: 'bad-parameter',
    showType: 1,
    fields: [{ path: 'cityCode', key: 'division', message: '请重新选择' }],
  })
  expect(fieldErrors(refused, undefined, ownerOf)).toEqual([{ name: ['regionCode'], errors: ['请重新选择'] }])
})
