import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { shareCalls } from '../../../../contract/certificates/share.ts'
import { ask } from '../../../site/parts/api.ts'

/** A document in the browser's own reader, from an origin where nothing of ours is. */
export function DocumentFrame({ token, position, name }: { token: string; position: number; name: string }) {
  const { t } = useTranslation(['site', 'certificates'])
  const [link, setLink] = useState<string | null>()
  useEffect(() => {
    let gone = false
    ask<typeof shareCalls.previewFile>(
      { method: 'GET', path: 'share/{token}/file/{position}/preview' },
      { params: { token, position: String(position) } },
    ).then(
      (found) => gone || setLink(found.link),
      () => gone || setLink(null),
    )
    return () => void (gone = true)
  }, [token, position])
  if (link === undefined) return <p aria-busy="true">{t('site:loading')}</p>
  if (link === null) return <p className="note">{t('certificates:shared.file.noDocument')}</p>
  return (
    <>
      <iframe className="shown" src={link} title={name} referrerPolicy="no-referrer" />
      <p className="note">{t('certificates:shared.file.document')}</p>
    </>
  )
}
