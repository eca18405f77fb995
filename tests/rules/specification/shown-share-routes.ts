import type { Part, ShownRoute } from './shown-route.ts'

export const shareParts: readonly Part[] = [
  'heading site:share.title',
  'text site:cert.number',
  'text site:cert.owner',
  'text site:cert.statement',
  'link site:share.check',
]

/** The link of the example lets nobody take the package: pages of files say so. */
const file: readonly Part[] = [
  'heading certificates:shared.file.title',
  'heading certificates:shared.files.withheld',
  'link certificates:shared.toCertificate',
]

/** Pages behind a share link, and those that a phone's applications open. */
export const shownShareRoutes: Record<string, ShownRoute> = {
  '/sceneForensics/attestation-share/{id}': { at: '/sceneForensics/attestation-share/{share}', parts: shareParts },
  '/onlineForensics/recorder/attestation-share/{id}': {
    at: '/onlineForensics/recorder/attestation-share/{share}',
    parts: shareParts,
  },
  '/attestation-mobile/{id}': { at: '/attestation-mobile/{share}', parts: shareParts },
  '/att-mobile-scene/{id}': { at: '/att-mobile-scene/{share}', parts: shareParts },
  '/mobile/attestation/{attestationId}/{token}': { at: '/mobile/attestation/{evidence}/{share}', parts: shareParts },
  '/att-mobile-hash/{id}': {
    at: '/att-mobile-hash/{share}',
    parts: [
      'heading certificates:shared.digest.title',
      'heading certificates:shared.digest.statement',
      'heading certificates:shared.digest.check',
      'heading certificates:shared.digest.yourself',
      'link certificates:shared.toCertificate',
    ],
  },
  '/sceneForensics/attestation-mobile': {
    at: '/sceneForensics/attestation-mobile?token={share}',
    parts: [
      'heading certificates:shared.files.title',
      'heading certificates:shared.files.withheld',
      'text site:cert.number',
      'link certificates:shared.toCertificate',
    ],
  },
  '/attestation-mobile/preview/info': { at: '/attestation-mobile/preview/info?token={share}&file=1', parts: file },
  '/sceneForensics/attestation-mobile/preview/info': {
    at: '/sceneForensics/attestation-mobile/preview/info?token={share}&file=1',
    parts: file,
  },
  '/attestation-mobile/lilapp/{id}': {
    at: '/attestation-mobile/lilapp/{share}',
    parts: ['heading site:share.title', 'text site:cert.number', 'link certificates:shared.whole'],
  },
  '/mobile/preview/{fileUrl}/{type}/{baoquan}': {
    at: '/mobile/preview/https%3A%2F%2Fevil.example%2Fx/image/{evidence}',
    parts: ['heading certificates:shared.address.title', 'heading certificates:shared.address.refused'],
  },
  '/mobile/previewProgress/{fileUrl+}': {
    at: '/mobile/previewProgress/%2Fshimakaze%2Fshare%2F{share}%2Ffile%2F1',
    parts: ['heading certificates:shared.address.title', 'heading certificates:shared.files.withheld'],
  },
  '/sceneForensics/appDownload': {
    parts: [
      'heading certificates:phone.app.title',
      'text certificates:phone.app.none',
      'link certificates:phone.app.webGo',
      'link certificates:phone.app.fileGo',
      'link certificates:phone.app.checkGo',
    ],
  },
  '/app/web': {
    as: 'enterprise',
    parts: [
      'heading certificates:phone.web.title',
      'textbox certificates:phone.web.urls',
      'button certificates:phone.web.submit',
      'heading certificates:phone.web.recent',
      'link certificates:phone.web.certificate',
    ],
  },
}
