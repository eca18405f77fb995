/** How a page shows a file of a share link. */
export const players = ['image', 'video', 'audio', 'pdf', 'text'] as const
export type Player = (typeof players)[number]

/** Kinds that a browser shows without running any of them; whatever else a file may be, it is only ever saved. */
const played: Readonly<Record<string, Player>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/webp': 'image',
  'image/gif': 'image',
  'video/mp4': 'video',
  'video/webm': 'video',
  'audio/mpeg': 'audio',
  'audio/wav': 'audio',
  'audio/ogg': 'audio',
  'audio/flac': 'audio',
  'audio/mp4': 'audio',
  'application/pdf': 'pdf',
  'text/plain': 'text',
}

export const playerOf = (mediaType: string): Player | null =>
  Object.hasOwn(played, mediaType) ? played[mediaType]! : null
