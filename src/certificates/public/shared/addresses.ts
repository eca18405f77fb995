/** Where a file of a share link is looked at; files are counted from 1. */
export const fileAt = (token: string, position: number) =>
  `/attestation-mobile/preview/info?${new URLSearchParams({ token, file: String(position) }).toString()}`

export const filesAt = (token: string) =>
  `/sceneForensics/attestation-mobile?${new URLSearchParams({ token }).toString()}`

/** Where its bytes are. */
export const bytesAt = (token: string, position: number) =>
  `/shimakaze/share/${encodeURIComponent(token)}/file/${position}`
