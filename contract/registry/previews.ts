export const waysToShow = ['image', 'audio', 'video', 'pdf', 'text'] as const
export type ShownAs = (typeof waysToShow)[number]

/** Kinds that a browser shows without running any of it; markup shows as its source. Whatever else a file may be, it only leaves as a download. */
const shown: Readonly<Record<string, ShownAs>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/bmp': 'image',
  'image/avif': 'image',
  'audio/mpeg': 'audio',
  'audio/wav': 'audio',
  'audio/ogg': 'audio',
  'audio/flac': 'audio',
  'audio/mp4': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/quicktime': 'video',
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'application/json': 'text',
  'application/x-ndjson': 'text',
  'application/jsonl': 'text',
  'application/xml': 'text',
  'application/x-pem-file': 'text',
  'text/csv': 'text',
  'text/html': 'text',
  'text/markdown': 'text',
  'text/xml': 'text',
}

export const shownAsOf = (mediaType: string): ShownAs | null =>
  Object.hasOwn(shown, mediaType) ? shown[mediaType]! : null
