/** Whom a vendor's page knows: the ids that it tells an application. */
export interface Person {
  userId?: string
  openId?: string
  unionId?: string
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`)

/** Where a person agrees to tell an application who they are, or does not. */
export const agreePage = (vendor: string, agreed: string, refused: string) =>
  `<!doctype html><html lang="zh-CN"><title>${vendor}</title><h1>${vendor}</h1><p><a id="agree" href="${escaped(agreed)}">同意授权</a></p><p><a id="refuse" href="${escaped(refused)}">拒绝</a></p></html>`
