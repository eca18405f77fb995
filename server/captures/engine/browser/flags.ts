import type { BrowserBuild } from './browser-path.ts'

export interface FlagOptions {
  readonly build: BrowserBuild
  readonly profile: string
  readonly guardPort: number
  readonly language: string
  readonly sandbox: boolean
  readonly window: { readonly width: number; readonly height: number }
  /** Public key digests whose certificate errors an operator waived, for an authority of his own. */
  readonly trustSpki: readonly string[]
}

// Everything that would call home, or go around the proxy.
const QUIET = [
  '--disable-background-networking',
  '--disable-client-side-phishing-detection',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-pings',
  '--no-first-run',
  '--no-default-browser-check',
  '--metrics-recording-only',
  '--disable-extensions',
  '--disable-quic',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-features=AsyncDns,DnsOverHttps,MediaRouter,OptimizationHints,Translate,NetworkTimeServiceQuerying,CertificateTransparencyComponentUpdater,AutofillServerCommunication',
]

const STEADY = [
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-hang-monitor',
  '--disable-ipc-flooding-protection',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--password-store=basic',
  '--use-mock-keychain',
  '--deny-permission-prompts',
  // A page that prints itself would wait at the preview for somebody to answer, and could not be printed meanwhile.
  '--disable-print-preview',
]

/** The exact command line; it is filed with the capture. */
export function browserFlags(options: FlagOptions): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    `--proxy-server=socks5://127.0.0.1:${options.guardPort}`,
    // Without it the browser goes straight to loopback addresses, around the guard.
    '--proxy-bypass-list=<-loopback>',
    // Names must reach the guard unresolved.
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    ...QUIET,
    ...STEADY,
    `--lang=${options.language}`,
    `--window-size=${options.window.width},${options.window.height}`,
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.trustSpki.length > 0 ? [`--ignore-certificate-errors-spki-list=${options.trustSpki.join(',')}`] : []),
    'about:blank',
  ]
}
