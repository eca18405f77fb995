import { sealPicture } from '../../../contract/notarization/office-seal.ts'

/** Any picture that the browser reads, as a PNG within the bounds of what is sent; undefined where it reads none. */
export async function toSealPng(picture: File): Promise<File | undefined> {
  const bitmap = await createImageBitmap(picture).catch(() => undefined)
  if (!bitmap) return undefined
  const scale = Math.min(1, sealPicture.most / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(bitmap.width * scale)
  canvas.height = Math.round(bitmap.height * scale)
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return blob ? new File([blob], 'seal.png', { type: 'image/png' }) : undefined
}
