/** Schemes that stay in the browser; any other asks for a program of the visitor's machine. */
const INNER = /^(?:https?|about|blob|data|javascript|filesystem|file|ws|wss|chrome|chrome-error|devtools|view-source):/i

/** True of an address that a program is asked to open: `mailto:`, `tel:`, `weixin:` … */
export const isForProgram = (url: string): boolean => /^[a-z][\w+.-]*:/i.test(url) && !INNER.test(url)
