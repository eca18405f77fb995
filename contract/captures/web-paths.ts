/** Paths with the frozen legacy spelling; for pages that know calls by their types alone. */
export const webCapturePaths = { start: 'attestaion/url', list: 'attestaion/url/list' } as const
