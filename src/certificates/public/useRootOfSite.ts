import { useEffect, useState } from 'react'

export type Compared = 'same' | 'other' | 'unknown'

/** Whether a root, by its fingerprint, is the one that this site publishes; undefined until that is known. */
export function useRootOfSite(print: string | undefined): Compared | undefined {
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    let gone = false
    void fingerprintOfSite().then(
      (ours) => gone || setCompared(ours === undefined ? 'unknown' : ours === print ? 'same' : 'other'),
    )
    return () => void (gone = true)
  }, [print])
  return compared
}

async function fingerprintOfSite(): Promise<string | undefined> {
  try {
    const [{ fingerprint }, { rootOfSite }] = await Promise.all([
      import('../../../proof/formats/x509.ts'),
      import('./root-of-site.ts'),
    ])
    const root = await rootOfSite()
    return root && (await fingerprint(root))
  } catch {
    return undefined
  }
}
