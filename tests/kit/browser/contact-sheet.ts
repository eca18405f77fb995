import type { Browser } from 'playwright-core'
import type { Setting } from './browser.ts'

export interface Shot {
  route: string
  setting: Setting
  png: Buffer
}

const escaped = (text: string) => text.replace(/[&<>]/g, (c) => `&#${c.charCodeAt(0)};`)

const figure = ({ setting, png }: Shot) =>
  `<figure class="${setting.device}"><figcaption>${setting.language} · ${setting.device} · ${setting.theme}</figcaption><img src="data:image/png;base64,${png.toString('base64')}" alt=""></figure>`

const page = (routes: string[], shots: Shot[]) => `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; padding: 16px; width: 2560px; background: #dfe3e6; font: 16px sans-serif; }
  section { display: flex; gap: 10px; align-items: flex-start; margin-bottom: 24px; }
  h2 { margin: 0 0 8px; } figure { margin: 0; } figcaption { padding: 2px 0; }
  img { display: block; width: 100%; max-height: 1300px; object-fit: cover; object-position: top; border: 1px solid #98a2a8; }
  .desktop { width: 448px; } .phone { width: 172px; }
</style>${routes
  .map(
    (route) =>
      `<h2>${escaped(route)}</h2><section>${shots
        .filter((s) => s.route === route)
        .map(figure)
        .join('')}</section>`,
  )
  .join('')}`

/** One picture: a line a route, every variant labelled. */
export async function composeSheet(browser: Browser, routes: string[], shots: Shot[], out: string): Promise<void> {
  const sheet = await browser.newPage({ viewport: { width: 2592, height: 800 } })
  await sheet.setContent(page(routes, shots))
  await sheet.evaluate('Promise.all([...document.images].map((i) => i.decode()))')
  await sheet.screenshot({ path: out, fullPage: true })
  await sheet.close()
}
