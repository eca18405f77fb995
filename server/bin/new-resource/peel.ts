import { z } from 'zod'

type Wrapped = z.ZodType & { unwrap(): z.ZodType }
const wrappers = [
  z.ZodNullable,
  z.ZodOptional,
  z.ZodDefault,
  z.ZodPrefault,
  z.ZodNonOptional,
  z.ZodReadonly,
  z.ZodCatch,
]

const isWrapped = (type: z.ZodType): type is Wrapped => wrappers.some((wrapper) => type instanceof wrapper)

/** A schema without what says that it may be absent, empty or given by default, and the steps by which code gets there. */
export function peel(type: z.ZodType): { inner: z.ZodType; steps: string } {
  let inner = type
  let steps = ''
  while (isWrapped(inner)) {
    inner = inner.unwrap()
    steps += '.unwrap()'
  }
  return { inner, steps }
}
