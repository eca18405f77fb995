import { type Certificate, readPem } from '../../../proof/formats/x509.ts'

let asked: Promise<Certificate | undefined> | undefined

/** The root that this site publishes, asked for once; undefined where it publishes none just now. */
export const rootOfSite = (): Promise<Certificate | undefined> =>
  (asked ??= ask()
    .catch(() => undefined)
    .then((root) => {
      if (!root) asked = undefined
      return root
    }))

async function ask(): Promise<Certificate | undefined> {
  const reply = await fetch('/trust/ca.pem')
  return reply.ok ? readPem(await reply.text())[0] : undefined
}
