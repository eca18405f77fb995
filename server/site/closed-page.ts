import { languages } from '../../contract/kit/language.ts'
import { say } from '../kit/words.ts'
import { escapeText } from './markup.ts'

/** What every address of a closed platform shows, in both languages: nothing of it is told, not even its name. */
export function closedPage(): string {
  const texts = languages.map(
    (language) => `<p lang="${language}">${escapeText(say(language, 'errors', 'code.platform-closed'))}</p>`,
  )
  const title = languages.map((language) => escapeText(say(language, 'errors', 'closed.title'))).join(' · ')
  return `<!doctype html>
<html lang="${languages[0]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>body{font:1.125rem/1.7 system-ui,sans-serif;max-width:36rem;margin:20vh auto;padding:0 1.25rem}</style>
</head>
<body><main><h1>${title}</h1>${texts.join('')}</main></body>
</html>
`
}
