import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Fact } from '../../../proof/report.ts'

type Compared = 'same' | 'other' | 'unknown'

/** Everything rests on a root: its fingerprint, and whether it is the one that this site publishes. */
export function RootOfSite({ fact }: { fact: Fact | undefined }) {
  const { t } = useTranslation(['site'])
  const print = fact?.detail['fingerprint']
  const [compared, setCompared] = useState<Compared>()
  useEffect(() => {
    let gone = false
    void fingerprintOfSite().then((ours) => gone || setCompared(ours === undefined ? 'unknown' : ours === print ? 'same' : 'other'))
    return () => void (gone = true)
  }, [print])
  if (!fact || print === undefined) return null
  return (
    <div className="proof-root">
      <p>{t('site:verify.root')} <code className="skz-break">{print}</code></p>
      {fact.status === 'unavailable' && compared && <p className={compared === 'same' ? undefined : 'warning'}>{t(`site:verify.rootOfSite.${compared}`)}</p>}
    </div>
  )
}

async function fingerprintOfSite(): Promise<string | undefined> {
  try {
    const [{ fingerprint, readPem }, reply] = await Promise.all([import('../../../proof/x509.ts'), fetch('/trust/ca.pem')])
    const [root] = reply.ok ? readPem(await reply.text()) : []
    return root && (await fingerprint(root))
  } catch {
    return undefined
  }
}
