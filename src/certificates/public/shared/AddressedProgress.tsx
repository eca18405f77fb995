import { useTranslation } from 'react-i18next'
import { formatSize } from '../../../kit/plain/format.ts'
import { Addressed } from './Addressed.tsx'
import { FilePlayer, type Played } from './FilePlayer.tsx'
import { progressAddress } from './own-address.ts'
import { useLoading } from './useLoading.ts'

/** More than that a phone may not have room for. */
const mostLoaded = 300 * 1024 ** 2

/** A file by its address, loaded as a whole before it is shown. */
export function AddressedProgress() {
  const { t } = useTranslation(['certificates'])
  return (
    <Addressed title={t('shared.address.title')} read={progressAddress} fits={() => true}>
      {({ token, position }, file) =>
        file.fileSize > mostLoaded ? (
          <>
            <p className="note">{t('shared.progress.large', { size: formatSize(file.fileSize) })}</p>
            <FilePlayer token={token} position={position} file={file} />
          </>
        ) : (
          <Loaded token={token} position={position} file={file} />
        )
      }
    </Addressed>
  )
}

function Loaded({ token, position, file }: Played) {
  const { t } = useTranslation(['certificates'])
  const { state, cancel, again } = useLoading(token, position, file.fileType)
  if (state.step === 'loaded') return <FilePlayer token={token} position={position} file={file} loaded={state} />
  return (
    <div className="panel hashing">
      <h2>{t('shared.progress.title')}</h2>
      <span className="skz-break">{file.fileName}</span>
      {state.step === 'loading' && (
        <>
          <progress max={Math.max(1, file.fileSize)} value={state.done} aria-label={t('shared.progress.title')} />
          <span className="note">
            {t('shared.progress.loading', { done: formatSize(state.done), total: formatSize(file.fileSize) })}
          </span>
        </>
      )}
      <p role="status">
        {state.step === 'cancelled' && t('shared.progress.cancelled')}
        {state.step === 'failed' && t('shared.file.unread')}
      </p>
      {state.step === 'loading' ? (
        <button type="button" className="button" onClick={cancel}>
          {t('shared.progress.cancel')}
        </button>
      ) : (
        <button type="button" className="button" onClick={again}>
          {t('shared.progress.again')}
        </button>
      )}
    </div>
  )
}
