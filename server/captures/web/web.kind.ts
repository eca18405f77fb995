import type { CapturedKind } from '../../evidence/kinds/evidence-kind.types.ts'
import { limits } from './limits.ts'
import { judgeUrls } from './judge-urls.ts'
import { WebRequest } from './request.ts'
import { sealableWebCapture } from './seal-web-capture.ts'
import { readSeenTextIn } from './seen-text.ts'
import { webCertificate } from './web-certificate.ts'

/** Web pages, captured by the platform's browser. */
export const webKind = {
  kind: 'web',
  origin: 'captured',
  request: WebRequest,
  limits,
  judge: judgeUrls,
  previewPath: 'data/screenshot/preview.jpg',
  twoStage: (request) => request.twoStage,
  certificate: webCertificate,
  async run({ url, request, language }, { services: { config }, ...given }) {
    // Read when a page is captured: whoever only asks about kinds needs no browser.
    const { runWebCapture } = await import('./run-web-capture.ts')
    const captured = sealableWebCapture(
      await runWebCapture(
        { url, ...request, language },
        {
          ...given,
          limits,
          allowPrivate: config.allowPrivate,
          browser: { configured: config.chromiumPath },
          sntpServers: config.sntpServers,
          now: () => new Date(),
        },
      ),
    )
    return { ...captured, seenText: await readSeenTextIn(given.outDir) }
  },
} satisfies CapturedKind<'web', WebRequest>
