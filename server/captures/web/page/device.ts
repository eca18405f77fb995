import type { Session } from '../../engine/sessions.ts'

export interface Device {
  readonly width: number
  readonly height: number
  readonly scale: number
  readonly mobile: boolean
}

export const DEVICES: Readonly<Record<'desktop' | 'mobile', Device>> = {
  desktop: { width: 1280, height: 800, scale: 1, mobile: false },
  mobile: { width: 390, height: 844, scale: 2, mobile: true },
}

/** In order; the browser gives them their weights. */
const LANGUAGES: Readonly<Record<string, string>> = { 'zh-CN': 'zh-CN,zh,en', en: 'en-US,en,zh-CN,zh' }

/** Who the browser says it is, and who it would have said it is. */
export interface Identity {
  readonly original: string
  readonly userAgent: string
  readonly acceptLanguage: string
  readonly userAgentMetadata: Readonly<Record<string, unknown>>
}

/**
 * The same browser under the name people's browsers carry: many sites answer "HeadlessChrome" with an
 * error page. Both names are filed.
 */
export function makeIdentity(original: string, product: string, device: Device, language: string): Identity {
  const full = product.split('/')[1] ?? '0.0.0.0'
  const major = full.split('.', 1)[0] ?? '0'
  const system = device.mobile ? 'Linux; Android 10; K' : 'X11; Linux x86_64'
  const brands = (version: string, tail = '') => brandsOf(Number(major), version, tail)
  return {
    original,
    userAgent: `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${device.mobile ? 'Mobile ' : ''}Safari/537.36`,
    acceptLanguage: LANGUAGES[language] ?? language,
    userAgentMetadata: {
      brands: brands(major),
      fullVersionList: brands(full, '.0.0.0'),
      platform: device.mobile ? 'Android' : 'Linux',
      platformVersion: device.mobile ? '10.0.0' : '',
      architecture: device.mobile ? '' : 'x86',
      model: device.mobile ? 'K' : '',
      mobile: device.mobile,
      bitness: device.mobile ? '' : '64',
      wow64: false,
    },
  }
}

const PUNCTUATION = [' ', '(', ':', '-', '.', '/', ')', ';', '=', '?', '_']
const INVENTED_VERSIONS = ['8', '99', '24']

/** The brands of a Chromium with its invented one, whose name, version and place follow from the major version (User-Agent Client Hints §6.2). */
function brandsOf(major: number, version: string, tail: string) {
  const mark = (offset: number) => PUNCTUATION[(major + offset) % PUNCTUATION.length]
  const invented = {
    brand: `Not${mark(0)}A${mark(1)}Brand`,
    version: `${INVENTED_VERSIONS[major % INVENTED_VERSIONS.length]}${tail}`,
  }
  const own = { brand: 'Chromium', version }
  return major % 2 === 0 ? [invented, own] : [own, invented]
}

/** Gives one session the identity; workers need it as much as pages. */
export function applyIdentity(session: Session, identity: Identity): void {
  const { userAgent, acceptLanguage, userAgentMetadata } = identity
  void session.send('Network.setUserAgentOverride', { userAgent, acceptLanguage, userAgentMetadata }).catch(() => {})
}

/** The window as the device has it, or of another height. */
export const setWindow = (
  page: Session,
  { width, height: own, scale, mobile }: Device,
  height = own,
): Promise<unknown> =>
  page.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile })

export async function applyDevice(page: Session, device: Device, language: string): Promise<void> {
  await setWindow(page, device)
  await page.send('Emulation.setTouchEmulationEnabled', { enabled: device.mobile })
  await page.send('Emulation.setLocaleOverride', { locale: language }).catch(() => {})
}
