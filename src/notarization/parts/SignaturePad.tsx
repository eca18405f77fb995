import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import Pad from 'signature_pad'
import { mostStrokes, signatureField, type Strokes } from '../../../proof/paper/strokes.ts'

interface Props {
  id?: string
  value?: Strokes
  onChange?(strokes: Strokes): void
}

/** A field in which a name is drawn, by hand, pen or mouse. Whoever cannot draw types their name instead. */
export function SignaturePad({ id, onChange }: Props) {
  const { t } = useTranslation(['notarization'])
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<Pad>(undefined)
  const told = useRef(onChange)
  useEffect(() => {
    told.current = onChange
  }, [onChange])
  useEffect(() => {
    const field = canvas.current!
    // The colours of paper and ink, in dark rooms too: it is what will be printed.
    const drawn = new Pad(field, { penColor: '#1b2430', backgroundColor: '#ffffff', minWidth: 1, maxWidth: 2.2 })
    pad.current = drawn
    const fit = () => {
      const lines = drawn.toData()
      const ratio = Math.max(window.devicePixelRatio, 1)
      field.width = field.offsetWidth * ratio
      field.height = field.offsetHeight * ratio
      field.getContext('2d')!.scale(ratio, ratio)
      drawn.clear()
      drawn.fromData(lines)
    }
    const tell = () => told.current?.(strokesOf(drawn, field.offsetWidth))
    fit()
    drawn.addEventListener('endStroke', tell)
    window.addEventListener('resize', fit)
    return () => {
      drawn.off()
      window.removeEventListener('resize', fit)
    }
  }, [])
  return (
    <>
      <canvas ref={canvas} id={id} className="skz-signature" role="img" aria-label={t('sign.pad')} />
      <Button size="small" onClick={() => (pad.current?.clear(), onChange?.([]))}>
        {t('sign.clear')}
      </Button>
    </>
  )
}

const { width, height } = signatureField

/** In whole numbers of a field of fixed size; points that fall together once, a dot twice. What is too much for a name is left out at its end. */
function strokesOf(pad: Pad, shownWidth: number): Strokes {
  const place = (n: number, most: number) => Math.min(most, Math.max(0, Math.round((n * width) / shownWidth)))
  const strokes: Strokes = []
  let room = mostStrokes.numbers
  for (const { points } of pad.toData().slice(0, mostStrokes.lines)) {
    const line = points
      .map(({ x, y }) => [place(x, width), place(y, height)] as const)
      .filter(([x, y], i, all) => i === 0 || x !== all[i - 1]![0] || y !== all[i - 1]![1])
      .slice(0, Math.floor(room / 2))
      .flat()
    const whole = line.length === 2 ? [...line, ...line] : line
    if (whole.length < 4 || whole.length > room) break
    room -= whole.length
    strokes.push(whole)
  }
  return strokes
}
