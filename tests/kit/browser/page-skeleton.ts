import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Visitor } from './browser.ts'

/**
 * In the page: all that its accessibility hangs on but its words. Text counts as there or not; neighbours that are alike, as
 * rows of a list are, count once; an id that something refers to counts as found or not.
 */
const readSkeleton = `(() => {
  const counted = new Set(['role', 'type', 'class', 'tabindex', 'href', 'src', 'scope', 'for', 'lang', 'dir', 'hidden', 'disabled', 'alt', 'title', 'name', 'placeholder', 'autocomplete'])
  const ofName = new Set(['role', 'type', 'class', 'tabindex', 'scope', 'lang', 'dir', 'autocomplete'])
  const refers = /^(for|aria-(labelledby|describedby|controls|owns|activedescendant|errormessage|details))$/
  const isHash = (word) => /^css-|^_/.test(word)
  const valueOf = (e, { name, value }) => {
    if (refers.test(name)) return value.split(/\\s+/).every((id) => e.getRootNode().getElementById(id)) ? 'found' : 'lost'
    if (name === 'class') return value.split(/\\s+/).filter((word) => !isHash(word)).sort().join(' ')
    if (name.startsWith('aria-')) return name === 'aria-label' ? (value.trim() ? 'x' : '') : value.replace(/\\d+/g, 'n')
    return ofName.has(name) ? value : value ? 'x' : ''
  }
  const colours = (e) => (e.getAttribute('style') ?? '').split(';').filter((rule) => /color|background|opacity|display|visibility/.test(rule)).join(';')
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data.trim() ? 'x' : ''
    if (node.nodeType !== Node.ELEMENT_NODE || ['SCRIPT', 'STYLE', 'LINK', 'META'].includes(node.tagName)) return ''
    const attributes = [...node.attributes].filter((a) => counted.has(a.name) || a.name.startsWith('aria-'))
    const said = attributes.map((a) => a.name + '=' + valueOf(node, a)).sort().join(',')
    const inside = [...node.childNodes, ...(node.shadowRoot?.childNodes ?? [])].map(walk)
    const once = inside.filter((text, i) => text && text !== inside[i - 1])
    return '<' + node.tagName + ' ' + said + ' ' + colours(node) + '>' + once.join('') + '</>'
  }
  return document.documentElement.dataset.theme + walk(document.documentElement)
})()`

/** A hash of the page's structure in its frames, as this visitor sees it; text and numbers of alike rows change nothing of it. */
export async function hashOfSkeleton({ page, setting }: Visitor): Promise<string> {
  const frames = await Promise.all(page.frames().map((frame) => frame.evaluate<string>(readSkeleton)))
  return createHash('sha256')
    .update(JSON.stringify([setting.theme, setting.device, frames]))
    .digest('hex')
}

/** Notes a page as looked at; whether it is the first of its kind in this run. `folder` is shared by all files of the run. */
export function isFirstOfItsKind(folder: string, hash: string): boolean {
  try {
    mkdirSync(join(folder, hash))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
