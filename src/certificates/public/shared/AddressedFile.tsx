import { useTranslation } from 'react-i18next'
import { playerOf } from '../../../../contract/certificates/shared-files.ts'
import { Addressed } from './Addressed.tsx'
import { FilePlayer } from './FilePlayer.tsx'
import { previewAddress } from './own-address.ts'

/** A file by its address, its kind and the number of its evidence, all three of which must be of one file. */
export function AddressedFile() {
  const { t } = useTranslation(['certificates'])
  return (
    <Addressed
      title={t('shared.address.title')}
      read={previewAddress}
      fits={({ player, number }, file, { ano }) => player === playerOf(file.fileType) && number === ano}
    >
      {({ token, position }, file) => <FilePlayer token={token} position={position} file={file} />}
    </Addressed>
  )
}
