import { isPictureName, type PictureName } from '../../../contract/platform/config-file.ts'

export type PicturesInFile = Partial<Record<PictureName, string>>

/** Addresses of the pictures that a file brings; what is wrong in it the service tells. */
export function picturesInFile(text: string): PicturesInFile {
  try {
    const { settings } = JSON.parse(text) as { settings: Record<string, { mediaType: string; base64: string } | null> }
    return Object.fromEntries(
      Object.entries(settings).flatMap(([name, value]) =>
        isPictureName(name) && value ? [[name, `data:${value.mediaType};base64,${value.base64}`]] : [],
      ),
    )
  } catch {
    return {}
  }
}
