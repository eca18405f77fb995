import { pathOf } from '../../../contract/kit/call.ts'
import { type Appearance, hexColour, shadesOf } from '../../../contract/platform/colours.ts'
import type { NotaryInfo } from '../../../contract/platform/dictionary.ts'
import { fileBytes } from '../../../contract/platform/file-bytes.ts'

/** Settings as they are typed, which may be anything. */
export type Typed = Record<string, unknown>

const text = (values: Typed, name: string) => (typeof values[name] === 'string' ? values[name].trim() : '')
const picture = (values: Typed, name: string) => {
  const id = text(values, name)
  return id && pathOf(fileBytes.shown, { id })
}

/** What pages would be told of the platform. */
export const infoOf = (values: Typed): NotaryInfo => ({
  fullName: text(values, 'fullName'),
  fullNameEn: text(values, 'fullNameEn'),
  consultationPhone: text(values, 'consultationPhone'),
  techSupportPhone: text(values, 'techSupportPhone'),
  email: text(values, 'email'),
  officeTime: text(values, 'officeTime'),
  officeTimeEn: text(values, 'officeTimeEn'),
  officePlace: text(values, 'officePlace'),
  officePlaceEn: text(values, 'officePlaceEn'),
  helpHomePageUrl: '',
  helpRegisterUrl: '',
  helpLoginUrl: '',
  labelUrl: picture(values, 'label'),
  whiteBottomLogoUrl: picture(values, 'whiteBottomLogo'),
  blackBottomLogoUrl: picture(values, 'blackBottomLogo'),
  qrCodeUrl: picture(values, 'qrCode'),
})

export const namesOf = (values: Typed) => ({ zh: text(values, 'nameZh'), en: text(values, 'nameEn') })

/** The variables of the website's style for a colour as it is typed; none while it is no colour yet. */
export function shadesTyped(values: Typed, appearance: Appearance): Record<string, string> {
  const colour = text(values, appearance === 'light' ? 'brandColour' : 'brandColourDark').toLowerCase()
  if (!hexColour.test(colour)) return {}
  const { brand, strong, tint, onBrand } = shadesOf(colour, appearance)
  return {
    '--skz-brand': brand,
    '--skz-brand-strong': strong,
    '--skz-tint': tint,
    '--skz-on-brand': onBrand,
  }
}
