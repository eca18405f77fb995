import { divisionCalls, writePath } from '../../contract/addresses/divisions.ts'
import { AppError } from '../kit/errors.ts'
import { implement } from '../kit/calls/implement.ts'
import { below, isDivision, pathTo, provinces } from './divisions.ts'

function required(code: string): string {
  if (!isDivision(code)) throw new AppError('not-found')
  return code
}

async function name(code: string) {
  const path = pathTo(required(code))
  return { name: path.at(-1)!.name, fullName: writePath(path.map((d) => d.name)), path }
}

export const divisionRoutes = () =>
  implement(divisionCalls, {
    provinces: async () => ({ list: provinces() }),
    below: async (_, { params }) => ({ list: below(required(params.id)) }),
    name: (_, { params }) => name(params.id),
  })
