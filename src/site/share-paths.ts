import type { SitePath } from '../../contract/site/entries.ts'

/** What share links open, under each address that leads there, and what a phone's applications open. */
export const sharePaths = [
  '/attestation-share/:token',
  '/sceneForensics/attestation-share/:token',
  '/onlineForensics/recorder/attestation-share/:token',
  '/h5/certificate/:token',
  '/attestation-mobile/:token',
  '/att-mobile-scene/:token',
  '/mobile/attestation/:attestationId/:token',
  '/att-mobile-hash/:token',
  '/sceneForensics/attestation-mobile',
  '/attestation-mobile/preview/info',
  '/sceneForensics/attestation-mobile/preview/info',
  '/attestation-mobile/lilapp/:id',
  '/mobile/preview/:fileUrl/:type/:baoquan',
  '/mobile/previewProgress/*',
  '/sceneForensics/appDownload',
  '/app/web',
] as const satisfies SitePath[]
