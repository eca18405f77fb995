/** Why nothing is written, for whoever asked. */
export class Refused extends Error {}

export function refuse(message: string): never {
  throw new Refused(message)
}
