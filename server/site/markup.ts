const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text for HTML and XML, between tags and inside quoted attributes. */
export const escapeText = (text: string) => text.replace(/[&<>"']/g, (c) => entities[c]!)

/** A data block: nothing in it can end its element or begin another. */
export const dataBlock = (attributes: string, value: unknown) =>
  `<script ${attributes}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
