import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { playerOf } from '../../../../contract/certificates/shared-files.ts'
import { bytesAt } from './addresses.ts'
import { DocumentFrame } from './DocumentFrame.tsx'
import { FileFacts, type SharedFileRow } from './FileFacts.tsx'
import { FileText } from './FileText.tsx'

export interface Played {
  token: string
  position: number
  file: SharedFileRow
  /** Its bytes, where the page has them already: as an object's address. */
  loaded?: { blob: Blob; url: string } | undefined
}

/** A file as far as a browser shows it without running it, to be saved in any case, with what it was sealed by. */
export function FilePlayer(played: Played) {
  const { t } = useTranslation(['certificates'])
  const { token, position, file, loaded } = played
  return (
    <article className="certificate in-hand file-shown">
      <h2 className="skz-break">{file.fileName}</h2>
      <Player {...played} />
      <p className="buttons">
        <a className="button primary" href={loaded?.url ?? bytesAt(token, position)} download={file.fileName}>
          {t('shared.file.save')}
        </a>
      </p>
      <FileFacts file={file} />
    </article>
  )
}

function Player({ token, position, file, loaded }: Played) {
  const { t } = useTranslation(['certificates'])
  const [failed, setFailed] = useState(false)
  const player = playerOf(file.fileType)
  const source = loaded?.url ?? bytesAt(token, position)
  if (failed)
    return (
      <p className="error" role="alert">
        {t('shared.file.unread')}
      </p>
    )
  const shown = { className: 'shown', src: source, onError: () => setFailed(true) }
  const played = { ...shown, controls: true, preload: 'metadata', 'aria-label': file.fileName } as const
  if (player === 'image') return <img {...shown} alt={file.fileName} />
  if (player === 'audio')
    return (
      <audio {...played}>
        <track kind="captions" label={t('shared.file.noCaptions')} />
      </audio>
    )
  if (player === 'video')
    return (
      <video {...played} playsInline>
        <track kind="captions" label={t('shared.file.noCaptions')} />
      </video>
    )
  if (player === 'text') return <FileText source={source} file={file} blob={loaded?.blob} onFail={setFailed} />
  if (player === 'pdf') return <DocumentFrame token={token} position={position} name={file.fileName} />
  return <p className="note">{t('shared.file.noPlayer')}</p>
}
