/** Business constants of specification §9, each once; those of all clients stand in `contract/kit/client-policy.ts`. Milliseconds unless the name says otherwise. */
/** A part of the console that has not arrived by then will not. */
export const partTimeout = 120_000
/** The longer of the two cache lifetimes is for what seldom changes. */
export const cacheLifetime = 60_000
export const longCacheLifetime = 300_000
export const focusRefreshThrottle = 5_000
export const loadingDelay = 200
/** Pixels before the end of a list at which more is asked for. */
export const loadMoreThreshold = 100
export const noticeSeconds = 4.5
/** Notifications beyond this many are stacked, this far apart. */
export const noticeStack = { threshold: 3, offset: 8, gap: 16 } as const
