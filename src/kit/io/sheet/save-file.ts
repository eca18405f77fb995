/** A file's name: what it holds, and the day in the language of whoever saves it. */
export function fileName(
  title: string,
  language: string,
  extension: string,
  part?: { at: number; of: number },
): string {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'Asia/Shanghai' }).format(new Date())
  const safe = `${title} ${day}`
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  return `${safe}${part && part.of > 1 ? ` (${part.at}-${part.of})` : ''}.${extension}`
}

/** Hands a file to the browser, which saves it as it saves every download. */
export function saveFile(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is ample, and a page may be open for days.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
