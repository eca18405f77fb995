import type { ComponentType } from 'react'
import { loadPageWords } from './page-words.ts'
import type { sharePaths } from './share-paths.ts'

type Load = () => Promise<ComponentType>

const wide: Load = async () => (await import('../certificates/public/SharedCertificate.tsx')).SharedCertificate
const phone: Load = async () => (await import('../certificates/public/PhoneCertificate.tsx')).PhoneCertificate
const file: Load = async () => (await import('../certificates/public/shared/SharedFile.tsx')).SharedFile

const loads: Record<(typeof sharePaths)[number], Load> = {
  '/attestation-share/:token': wide,
  '/sceneForensics/attestation-share/:token': wide,
  '/onlineForensics/recorder/attestation-share/:token': wide,
  '/h5/certificate/:token': phone,
  '/attestation-mobile/:token': phone,
  '/att-mobile-scene/:token': phone,
  '/mobile/attestation/:attestationId/:token': phone,
  '/att-mobile-hash/:token': async () =>
    (await import('../certificates/public/shared/SharedDigests.tsx')).SharedDigests,
  '/sceneForensics/attestation-mobile': async () =>
    (await import('../certificates/public/shared/SharedFiles.tsx')).SharedFiles,
  '/attestation-mobile/preview/info': file,
  '/sceneForensics/attestation-mobile/preview/info': file,
  '/attestation-mobile/lilapp/:id': async () =>
    (await import('../certificates/public/shared/MiniProgramLanding.tsx')).MiniProgramLanding,
  '/mobile/preview/:fileUrl/:type/:baoquan': async () =>
    (await import('../certificates/public/shared/AddressedFile.tsx')).AddressedFile,
  '/mobile/previewProgress/*': async () =>
    (await import('../certificates/public/shared/AddressedProgress.tsx')).AddressedProgress,
  '/sceneForensics/appDownload': async () => (await import('../captures/public/AppDownload.tsx')).AppDownload,
  '/app/web': async () => (await import('../captures/public/PhoneCapture.tsx')).PhoneCapture,
}

/** The page of such a path, with the words that it needs beside those of all pages. */
export async function loadSharePage(path: keyof typeof loads) {
  const [Component] = await Promise.all([loads[path](), loadPageWords('certificates')])
  return { Component }
}
