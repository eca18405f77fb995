// Params of `Page.captureScreenshot`. Pictures lose no point: JPEG halves the colours, and small coloured text between photographs could be read wrongly.

/** Few bytes. */
export const SMALL = { format: 'png' } as const
/** Half the time: for what is looked at and mostly not kept, and for photographs, which become no smaller. */
export const QUICK = { format: 'png', optimizeForSpeed: true } as const
