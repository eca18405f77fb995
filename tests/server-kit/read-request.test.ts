import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Phone } from '../../contract/kit/fields.ts'
import { decodeFields, innerOf, problemsOfGiven, readFields } from '../../server/app/mount/read-request.ts'
import { seedOf } from '../kit/randomness.ts'
import { allCalls } from '../rules/matrix/all-calls.ts'

// A form means the same as JSON (specification §7), for every call there is and every one to come.

interface Part {
  at: string
  name: string
  schema: z.ZodType
}

/** The parts of an object, and those of objects and lists of objects within it. */
function partsOf(schema: z.ZodType, at: string): Part[] {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray) return partsOf(inner.element as z.ZodType, at)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, part]) => [
    ...partsOf(part, `${at}.${name}`),
    // What takes anything means nothing by itself.
    ...(part.safeParse(() => {}).success ? [] : [{ at: `${at}.${name}`, name, schema: part }]),
  ])
}
/** The objects of a part, each by itself. */
function objectsOf(schema: z.ZodType, at: string): { at: string; schema: z.ZodType }[] {
  const inner = innerOf(schema)
  if (inner instanceof z.ZodArray) return objectsOf(inner.element as z.ZodType, `${at}[]`)
  if (!(inner instanceof z.ZodObject)) return []
  return [
    { at, schema },
    ...Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, part]) =>
      objectsOf(part, `${at}.${name}`),
    ),
  ]
}
const parts = allCalls.flatMap(({ title, call }) =>
  (['body', 'query'] as const).flatMap((part) => (call[part] ? partsOf(call[part], `${title} ${part}`) : [])),
)
const read = (schema: z.ZodType, given: unknown) => schema.safeParse(readFields(schema, given))
const asForm = (value: Record<string, unknown>) => decodeFields(qs.stringify(value, { arrayFormat: 'repeat' }))

describe('every part of every call', () => {
  it('takes a number or a flag as text as it takes it in JSON', () => {
    const other = parts.flatMap(({ at, name, schema }) => {
      const whole = z.object({ [name]: schema })
      return [true, false, 0, 1, 2, 10, 100].flatMap((value) => {
        const json = read(whole, { [name]: value })
        const form = read(whole, asForm({ [name]: value }))
        return json.success && JSON.stringify(form.data) !== JSON.stringify(json.data) ? [`${at}: ${value}`] : []
      })
    })
    expect(other).toEqual([])
  })

  it('is absent where it may be and is sent blank, unless blank says something', () => {
    const other = parts.flatMap(({ at, name, schema }) => {
      const whole = z.object({ [name]: schema })
      const absent = read(whole, {})
      if (!absent.success) return []
      const blank = read(whole, asForm({ [name]: '' }))
      const meant = schema.safeParse('').success
      return blank.success && (meant || JSON.stringify(blank.data) === JSON.stringify(absent.data)) ? [] : [at]
    })
    expect(other).toEqual([])
  })

  it('is told as missing where it must be there and is blank, unless it is a choice', () => {
    const other = parts.flatMap(({ at, name, schema }) => {
      const whole = z.object({ [name]: schema })
      // An item of a list is there once it is written.
      const blanks = innerOf(schema) instanceof z.ZodArray ? [''] : ['', ' ', '\u3000']
      return blanks.flatMap((blank) => {
        const given = readFields(whole, asForm({ [name]: blank }))
        const { error } = whole.safeParse(given)
        const keys = error ? problemsOfGiven(error, given).map((p) => p.key) : []
        return keys.every((key) => ['required', 'notAChoice'].includes(key)) ? [] : [`${at} "${blank}": ${keys.join()}`]
      })
    })
    expect(other).toEqual([])
  })

  it('is absent where it may be, is refused as it stands, and holds nothing that can be seen', () => {
    const Optional = z.object({ phone: Phone.optional(), keyWord: z.string().optional() })
    const blank = { phone: ' \u200b', keyWord: ' ' }
    expect(readFields(Optional, blank)).toEqual({ keyWord: ' ' })
  })

  it('takes a list of texts as one field, as the same field again and again, and with brackets', () => {
    const text = ['018f0000-0000-7000-8000-000000000001', '123456789012345678', 'abcdef', 'web', 'a.b']
    const other = parts.flatMap(({ at, name, schema }) => {
      const whole = z.object({ [name]: schema })
      return text.flatMap((value) => {
        const json = read(whole, { [name]: [value] })
        const written = [`${name}=${value}`, `${name}[]=${value}`, `${name}[0]=${value}`]
        const wrong = written.filter(
          (f) => JSON.stringify(read(whole, decodeFields(f)).data) !== JSON.stringify(json.data),
        )
        return json.success ? wrong.map((f) => `${at}: ${f}`) : []
      })
    })
    expect(other).toEqual([])
  })
})

const Row = z.object({
  code: z.string().min(1),
  note: z.string().min(2).optional(),
  many: z.array(z.string()).optional(),
})
const Nested = z.object({
  title: z.string(),
  items: z.array(Row).min(1),
  choice: z.object({ kind: z.string() }).optional(),
})

it('takes objects in lists by brackets, by dots and as JSON text', () => {
  const meant = { title: 't', items: [{ code: 'a', many: ['x', 'y'] }, { code: 'b' }], choice: { kind: 'k' } }
  for (const form of [
    'title=t&items[0][code]=a&items[0][many][]=x&items[0][many][]=y&items[1][code]=b&choice[kind]=k',
    'title=t&items[0].code=a&items[0].many[0]=x&items[0].many[1]=y&items[1].code=b&choice.kind=k',
    `title=t&items=${encodeURIComponent(JSON.stringify(meant.items))}&choice=${encodeURIComponent('{"kind":"k"}')}`,
  ])
    expect(read(Nested, decodeFields(form)).data).toEqual(meant)
})

it('leaves blank parts out of objects in lists too, and names the wrong ones', () => {
  expect(read(Nested, decodeFields('title=&items[0][code]=a&items[0][note]=')).data).toEqual({
    title: '',
    items: [{ code: 'a' }],
  })
  const refused = read(Nested, decodeFields('title=t&items[0][code]=&items[1][code]=b'))
  expect(refused.error?.issues.map((i) => i.path)).toEqual([['items', 0, 'code']])
})

it('keeps any texts of any lists of objects', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  const values = fc.record({
    title: text,
    items: fc.array(fc.record({ code: text, many: fc.array(text, { minLength: 1, maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 30,
    }),
  })
  fc.assert(
    fc.property(values, (value) => {
      expect(read(Nested, decodeFields(qs.stringify(value))).data).toEqual(value)
    }),
    { seed: seedOf('nested forms'), numRuns: 200 },
  )
})

it.each(['__proto__[admin]=1&title=t', 'constructor[prototype][admin]=1', 'hasOwnProperty=x', `${'a['.repeat(50)}=1`])(
  'reads nothing that reaches beyond its own fields: %s',
  (form) => {
    const given = decodeFields(form)
    expect(({} as { admin?: unknown }).admin).toBeUndefined()
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
    expect(() => read(Nested, given)).not.toThrow()
  },
)

describe('fields that nobody reads', () => {
  /** Whoever looks into it is told. */
  const unread = () =>
    new Proxy(
      {},
      {
        get: () => expect.unreachable('was read'),
        ownKeys: () => expect.unreachable('was walked'),
      },
    )
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`u${i}`, unread()]))

  const objects = allCalls.flatMap(({ title, call }) =>
    (['body', 'query', 'params'] as const).flatMap((part) =>
      call[part] ? objectsOf(call[part], `${title} ${part}`) : [],
    ),
  )

  it('are known by a few of their names, and none is looked into, in any part of any call', () => {
    expect(objects.length).toBeGreaterThan(allCalls.length)
    for (const { at, schema } of objects) {
      const given = readFields(schema, many) as Record<string, unknown>
      expect({ at, names: Object.keys(given).length }).toEqual({ at, names: 20 })
      expect(Object.values(given).every((value) => value === null)).toBe(true)
      // One that is there after all is found behind them.
      const [name] = Object.keys((innerOf(schema) as z.ZodObject).shape)
      if (name) expect(readFields(schema, { ...many, [name]: 7 })).toHaveProperty([name], 7)
    }
  })

  it('are kept by no schema of a request', () => {
    const open = objects.filter(({ schema }) => {
      const { catchall } = innerOf(schema).def as { catchall?: z.ZodType }
      return catchall && catchall.def.type !== 'never'
    })
    expect(open).toEqual([])
  })

  it('are still refused where a schema takes no others', () => {
    expect(read(z.strictObject({ a: z.string() }), { a: 'x', ...many }).success).toBe(false)
  })
})
