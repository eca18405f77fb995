import { ApiError } from '../../../dataProvider/errors.ts'

/** The server's field errors as antd's form takes them; `urls.2` becomes `['urls', 2]`. An error without fields lands on `fallback`; `ownerOf` tells the form's field where one stands for several. */
export function fieldErrors(
  error: unknown,
  fallback?: string,
  ownerOf = (path: string) => path,
): { name: never; errors: string[] }[] {
  if (!(error instanceof ApiError)) return []
  if (!error.fields.length && fallback) return [{ name: fallback as never, errors: [error.message] }]
  return error.fields.map((f) => ({ name: pathOf(ownerOf(f.path)) as never, errors: [f.message] }))
}

const pathOf = (path: string) => path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))
