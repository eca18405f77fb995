import type { UploadItem } from './uploads/upload-queue.ts'

/** Fields of a deposit's body for files that are ready: which they are, and what this browser computed of each that it has. */
export const fileFieldsOf = (items: readonly UploadItem[]) => ({
  fileIds: items.map((i) => i.fileId!),
  claims: items
    .filter((i) => i.file)
    .map((i) => ({ fileId: i.fileId!, sha256: i.digests!.sha256, sm3: i.digests!.sm3 })),
})

export const allFilesReady = (items: readonly UploadItem[]) =>
  items.length > 0 && items.every((i) => i.state === 'ready')

/** Lists that a deposit stands in. */
export const depositLists = ['evidence', 'fileDeposits', 'hashDeposits', 'works']
