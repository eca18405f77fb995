import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EvidenceDetail, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'
import { usualZoom, Zoomed } from './Zoomed.tsx'

/** The full-page screenshot, tile under tile, as it was sealed. */
export function ScreenshotTiles({ evidence: { ano, name } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['common', 'evidence'])
  const link = useByteLink()
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState(usualZoom)
  const { data, isPending, error, refetch } = useRead(evidenceCalls.tiles, { body: { no: ano, page } })
  if (isPending) return <Loading />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data.list.length) return <Nothing text={t('evidence:noScreenshot')} />
  const more = data.total > 20 && (
    <Button disabled={page * 20 >= data.total} onClick={() => setPage(page + 1)}>
      {t('evidence:moreTiles')}
    </Button>
  )
  return (
    <Zoomed label={t('evidence:tab.screenshot')} zoom={zoom} onZoom={setZoom} more={more}>
      {data.list.map((tile) => (
        <img
          key={tile.index}
          src={link(tile.imgUrl)}
          alt={t('evidence:tileAlt', { name, part: tile.index + 1, parts: data.total })}
          width={(tile.width * zoom) / 100}
          height={(tile.height * zoom) / 100}
          loading="lazy"
        />
      ))}
    </Zoomed>
  )
}
