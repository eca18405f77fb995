/** Business constants of specification §9, each once. Milliseconds unless the name says otherwise. */
export const requestTimeout = 180_000
/** The longer of the two cache lifetimes is for what seldom changes. */
export const cacheLifetime = 60_000
export const focusRefreshThrottle = 5_000
export const loadingDelay = 200
export const noticeSeconds = 4.5
