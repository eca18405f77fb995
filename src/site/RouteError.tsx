import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Exception } from './Exception.tsx'
import { NotFound } from './NotFound.tsx'

/** Why no page is shown. An address with a line end fits no route, not even the one for all others. */
export function RouteError() {
  const error = useRouteError()
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <Exception />
}
