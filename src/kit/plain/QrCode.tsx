import { create } from 'qrcode'
import { useMemo } from 'react'

const quiet = 4

/** Long texts take less correction and more room, so that a phone still reads each square. Always dark on white, whatever the page's appearance: not every reader takes it the other way round. */
export function QrCode({ text, label, pixels = 208 }: { text: string; label: string; pixels?: number }) {
  const { size, path } = useMemo(() => {
    const { modules } = create(text, { errorCorrectionLevel: text.length > 400 ? 'L' : 'M' })
    const dark = Array.from(modules.data, (bit, i) =>
      bit ? `M${(i % modules.size) + quiet} ${Math.floor(i / modules.size) + quiet}h1v1h-1z` : '',
    ).join('')
    return { size: modules.size + 2 * quiet, path: dark }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width={pixels}
      height={pixels}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
