import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type EvidenceDetail, evidenceCalls } from '../../../contract/evidence/evidence.ts'
import { useByteLink } from '../../kit/resource/useByteLink.ts'
import { Failed, Loading, Nothing } from '../../kit/page/Panels.tsx'
import { useRead } from '../../kit/resource/useCall.ts'

const zooms = [25, 50, 75, 100, 150, 200] as const

/** The full-page screenshot, tile under tile, as it was sealed. */
export function ScreenshotTiles({ evidence: { ano, name } }: { evidence: EvidenceDetail }) {
  const { t } = useTranslation(['common', 'evidence'])
  const link = useByteLink()
  const [page, setPage] = useState(1)
  const [zoom, setZoom] = useState<number>(50)
  const { data, isPending, error, refetch } = useRead(evidenceCalls.tiles, { body: { no: ano, page } })
  if (isPending) return <Loading />
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data.list.length) return <Nothing text={t('evidence:noScreenshot')} />
  const at = zooms.indexOf(zoom as 50)
  return (
    <div className="skz-tiles">
      <div className="skz-toolbar" role="toolbar" aria-label={t('evidence:zoom')}>
        <Button
          icon={<MinusOutlined />}
          disabled={at <= 0}
          aria-label={t('evidence:zoomOut')}
          onClick={() => setZoom(zooms[at - 1]!)}
        />
        <output>{zoom}%</output>
        <Button
          icon={<PlusOutlined />}
          disabled={at >= zooms.length - 1}
          aria-label={t('evidence:zoomIn')}
          onClick={() => setZoom(zooms[at + 1]!)}
        />
        {data.total > 20 && (
          <Button disabled={page * 20 >= data.total} onClick={() => setPage(page + 1)}>
            {t('evidence:moreTiles')}
          </Button>
        )}
      </div>
      {/* A scrolling region must be reachable without a pointer (WCAG 2.1.1). */}
      <div className="skz-tiles-view" tabIndex={0} role="region" aria-label={t('evidence:tab.screenshot')}>
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
      </div>
    </div>
  )
}
