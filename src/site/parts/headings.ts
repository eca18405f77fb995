/** Staff begin with large headings or with small ones: here they begin at `top`, so that the page skips no level. */
export function headingsFrom(html: string, top: number): string {
  const first = html.includes('<h2>') ? 2 : 3
  return html.replaceAll(/(<\/?h)([23])>/g, (_, tag: string, level: string) => `${tag}${top + Number(level) - first}>`)
}
