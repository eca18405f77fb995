import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  type Appearance,
  canBeRead,
  contrastOf,
  grounds,
  hexColour,
  leastContrast,
  shadesOf,
} from '../../../contract/platform/colours.ts'

interface Props {
  label: string
  ground: Appearance
  id?: string
  value?: string | null
  onChange?: (value: string | undefined) => void
}

const text = { light: '#16262b', dark: '#e6edef' } as const

/** A colour, with how it looks and whether it can be read while it is chosen. */
export function ColourField({ label, ground, id, value, onChange, ...bound }: Props) {
  const { t } = useTranslation()
  const written = (value ?? '').toLowerCase()
  const isColour = hexColour.test(written)
  return (
    <div className="skz-colour">
      <div className="skz-row">
        <input
          type="color"
          aria-label={`${t('colour.pick')}: ${label}`}
          value={isColour ? written : grounds[ground]}
          onChange={(e) => onChange?.(e.target.value)}
        />
        <Input
          {...bound}
          id={id}
          className="skz-colour-text"
          maxLength={7}
          placeholder="#0b5c6b"
          value={value ?? ''}
          onChange={(e) => onChange?.(e.target.value || undefined)}
        />
        {value && (
          <Button aria-label={`${t('colour.clear')}: ${label}`} onClick={() => onChange?.(undefined)}>
            {t('colour.clear')}
          </Button>
        )}
      </div>
      {isColour && <Sample colour={written} ground={ground} />}
    </div>
  )
}

function Sample({ colour, ground }: { colour: string; ground: Appearance }) {
  const { t } = useTranslation()
  const { strong, tint, onBrand } = shadesOf(colour, ground)
  const readable = canBeRead(colour, ground)
  return (
    <>
      <div className="skz-colour-sample" style={{ background: grounds[ground], color: text[ground] }}>
        <span className="skz-colour-button" style={{ background: colour, color: onBrand }}>
          {t('colour.button')}
        </span>
        <span className="skz-colour-link" style={{ color: colour }}>
          {t('colour.link')}
        </span>
        <span className="skz-colour-chosen" style={{ background: tint, color: strong }}>
          {t('colour.chosen')}
        </span>
      </div>
      <p role="status" className={readable ? 'skz-muted' : 'skz-bad'}>
        {t(readable ? 'colour.readable' : 'colour.unreadable', {
          contrast: contrastOf(colour, grounds[ground]).toFixed(1),
          least: leastContrast,
        })}
      </p>
    </>
  )
}
