/** Who acts where a worker does something to a capture. */
export const actorOf = (c: { platformId: string; accountId: string }) => ({
  system: true as const,
  platform: { id: c.platformId },
  accountId: c.accountId,
})
