import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

const zooms = [25, 50, 75, 100, 150, 200] as const
/** Hundredths of a picture's own size. */
export type Zoom = (typeof zooms)[number]
export const usualZoom: Zoom = 50

/** Pictures in a frame of their own, made larger and smaller. */
export function Zoomed({
  label,
  zoom,
  onZoom,
  more,
  children,
}: {
  label: string
  zoom: Zoom
  onZoom(zoom: Zoom): void
  more?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation(['evidence'])
  const at = zooms.indexOf(zoom)
  return (
    <div className="skz-tiles">
      <div className="skz-toolbar" role="toolbar" aria-label={t('zoom')}>
        <Button
          icon={<MinusOutlined />}
          disabled={at <= 0}
          aria-label={t('zoomOut')}
          onClick={() => onZoom(zooms[at - 1]!)}
        />
        <output>{zoom}%</output>
        <Button
          icon={<PlusOutlined />}
          disabled={at >= zooms.length - 1}
          aria-label={t('zoomIn')}
          onClick={() => onZoom(zooms[at + 1]!)}
        />
        {more}
      </div>
      {/* A scrolling region must be reachable without a pointer (WCAG 2.1.1). */}
      <div className="skz-tiles-view" tabIndex={0} role="region" aria-label={label}>
        {children}
      </div>
    </div>
  )
}
