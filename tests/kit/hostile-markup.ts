// Markup, names and addresses that try to run something, and a check that cleaned markup has none of it left.

/** All vectors do this one thing, so that one look at `window.ran` tells whether any of them ran. */
const run = 'window.ran=1'
/** In a frame `window` is the frame's own. Assigned from the right, so a foreign `top` still leaves a mark. */
const up = 'top.ran=window.ran=1'
const fires = `<img src=x onerror=${run}>`
const script = `<script>${run}</script>`
const frameScript = `<script>${up}</script>`
/** Several to a line, with a sign between that no vector holds. */
const list = (text: string) => text.split('¦').map((item) => item.trim())
const encoded = (text: string) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const asEntities = (text: string) => [...text].map((c) => `&#${c.codePointAt(0)};`).join('')
const asHex = (text: string) => [...text].map((c) => `&#x${(c.codePointAt(0) ?? 0).toString(16)}`).join('')

// Events a reader causes: on a paragraph, and on a link since cleaners treat its attributes by another rule.
const events = `
  click dblclick auxclick contextmenu mouseover mouseenter mousemove mousedown pointerover
  pointerrawupdate wheel scroll scrollend touchstart keydown focusin focus blur copy cut paste
  beforecopy dragstart drop selectstart beforeinput input animationstart transitionend beforematch
  gotpointercapture securitypolicyviolation
`
const byEvent = events
  .trim()
  .split(/\s+/)
  .flatMap((event) => [
    `<p tabindex=0 contenteditable on${event}="${run}">text</p>`,
    `<a href="/" on${event}='${run}'>text</a>`,
  ])

// A handler on every tag that is allowed: an allowed tag must not let its attributes in with it.
const allowed = ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'strong', 'em', 'blockquote', 'a', 'img', 'hr']
const byAllowedTag = allowed.flatMap((tag) => [
  `<${tag} tabindex=0 autofocus onfocus="${run}">`,
  `<${tag.toUpperCase()}/ONMOUSEOVER=${run}//>`,
])

// These need nobody: the browser itself fires the event while it reads the markup.
const selfFiring = list(`
  img src=x onerror ¦ img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" onload ¦ image src=x onerror ¦ svg onload ¦
  svg/onload ¦ body onload ¦ body onpageshow ¦ body onhashchange ¦ body onresize ¦ body background=x onscroll ¦
  frameset onload ¦ iframe onload ¦ iframe src=/ onload ¦ object data=x onerror ¦ embed src=/ onload ¦
  video src=x onerror ¦ audio src=x onerror ¦ video autoplay onloadstart src=x ¦ video><source src=x onerror ¦
  video><track default src=x onerror ¦ picture><source srcset=x><img src=x onerror ¦ input autofocus onfocus ¦
  input type=image src=x onerror ¦ select autofocus onfocus ¦ textarea autofocus onfocus ¦ button autofocus onfocus ¦
  keygen autofocus onfocus ¦ details open ontoggle ¦ marquee onstart ¦ marquee loop=1 width=0 onfinish ¦
  script src=x onerror ¦ link rel=stylesheet href=x onerror ¦ link rel=preload as=script href=data:, onload ¦
  style onload ¦ svg><animate attributeName=x dur=1s onbegin ¦ svg><set attributeName=x dur=1s onend ¦
  svg><image href=x onerror ¦ svg><style onload ¦ math><mtext tabindex=0 autofocus onfocus ¦
  dialog open tabindex=0 autofocus onfocus ¦ x-canary tabindex=0 autofocus onfocus ¦
  div style=content-visibility:auto oncontentvisibilityautostatechange ¦
  button popovertarget=p>x</button><p popover id=p onbeforetoggle
`).map((head) => `<${head}=${run}>`)

// One and the same handler, written in every way a browser still reads and a filter may not.
const spellings = list(`
  <IMG SRC=x ONERROR=${run}> ¦ <iMg sRc=x oNeRrOr="${run}"> ¦ <img/src=x/onerror=${run}> ¦
  <img src="x"onerror="${run}"> ¦ <img src='x'onerror='${run}'> ¦ <img\nsrc=x\nonerror\n=\n"${run}"\n> ¦
  <img\tsrc=x\tonerror=${run}> ¦ <img\fsrc=x\fonerror=${run}> ¦ <img\rsrc=x\ronerror=${run}> ¦
  <img src=x alt=\`x\`onerror=${run}> ¦ <img src=x =" onerror=${run} "> ¦ <img src=x " onerror=${run}> ¦
  <img """>${script}"> ¦ <img src=x alt="a" alt="b" onerror="${run}" onerror="0"> ¦
  <img src=x onerror="${asEntities(run)}"> ¦ <img src=x onerror="${asHex(run)};"> ¦
  <img src=x onerror="window[&quot;r&quot;+&quot;an&quot;]=1"> ¦ <img src=x onerror="\\u0077indow.ran=1"> ¦
  <img src=x onerror=eval(atob("${btoa(run)}"))> ¦ <img src=x onerror=Function\`${run.replace('=', '\\x3d')}\`\`\`> ¦
  <img src=x onerror=\u2028${run}> ¦ <img src=x title=">" onerror=${run}> ¦
  <img src=x title='"' onerror=${run} alt='"'> ¦ <img src=x alt="${'a'.repeat(65_536)}" onerror=${run}> ¦
  <img src=x ${Array.from({ length: 1500 }, (_, n) => `a${n}=1`).join(' ')} onerror=${run}> ¦
  <img src="${' '.repeat(9000)}x" onerror=${run}> ¦ <p ${'"'.repeat(99)} onclick=${run}>text</p> ¦
  <p\u000bonclick=${run}>text</p> ¦ <p x:onclick=${run} onclick =${run}>text</p>
`)

// Addresses that run, in the disguises a browser undoes before it reads the scheme. No \0: PostgreSQL cannot keep it.
const xhtml = `<script xmlns='http://www.w3.org/1999/xhtml'>${up}</script>`
const disguised = [` \u0001\u0002\u001fjavascript:${run}`, `\n\t javascript:${run}`].concat(
  list(`
  javascript:${run} ¦ JaVaScRiPt:${run} ¦ java\tscript:${run} ¦ java\nscript:${run} ¦ java\r\nscript:${run} ¦
  javascript\t:${run} ¦ j&#97;v&#x61;script:${run} ¦ javascript&colon;${run} ¦ javascript&#58;${run} ¦
  javascript&#0000058${run} ¦ java&Tab;script:${run} ¦ java&NewLine;script&colon;${run} ¦ &#1;javascript:${run} ¦
  &#x20;&#14;javascript:${run} ¦ ${asEntities(`javascript:${run}`)} ¦ ${asHex(`javascript:${run}`)} ¦
  javascript://https://canary.example/%0a${run} ¦ javascript://canary.example/?\u2028${run} ¦
  javascript:/*https://*/${run} ¦ javascript:%77indow.ran=1 ¦ javascript&amp;colon;${run} ¦
  jav&#x09;ascript:void(${run}) ¦ view-source:javascript:${run} ¦ feed:javascript:${run} ¦ vbscript:${run} ¦
  VBSCRIPT:ExecuteGlobal(&quot;${run}&quot;) ¦ livescript:${run} ¦ mocha:${run} ¦
  data:text/html,${encoded(frameScript)} ¦ data:text/html;base64,${btoa(frameScript)} ¦
  DATA:text/html;charset=utf-7,+ADw-script+AD4-${run}+ADw-/script+AD4- ¦
  data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg" onload="${up}"/>`)} ¦
  data:application/xhtml+xml,${encoded(xhtml)} ¦ da\tta:text/html,${encoded(frameScript)} ¦ blob:null/window.ran=1 ¦
  filesystem:https://evil.example/temporary/x.html ¦ file:///etc/passwd ¦ //evil.example ¦ /\\evil.example ¦
  \\\\evil.example ¦ /&Tab;/evil.example ¦ /&#x5c;evil.example
`),
)
const byScheme = disguised.flatMap((url) => [`<a href="${url}">text</a>`, `<img src="${url}" alt="">`])

// Every attribute that holds an address, with the three kinds that run in it.
const holders = list(`
  <a href=URL>unquoted</a> ¦ <area shape=rect coords=0,0,999,999 href="URL"> ¦ <iframe src="URL"></iframe> ¦
  <frameset><frame src="URL"></frameset> ¦ <object data="URL"></object> ¦
  <object><param name=movie value="URL"></object> ¦ <embed src="URL"> ¦
  <form action="URL"><input type=submit autofocus></form> ¦
  <form id=f></form><button form=f formaction="URL">text</button> ¦
  <input type=image formaction="URL" src="URL"> ¦ <isindex type=image action="URL"> ¦
  <script src="URL"></script> ¦ <link rel=stylesheet href="URL"> ¦ <link rel=import href="URL"> ¦
  <base href="URL//"><a href="#">text</a> ¦ <meta http-equiv=refresh content="0;url=URL"> ¦
  <body background="URL"> ¦ <table background="URL"><td background="URL">text</table> ¦
  <video poster="URL" src="URL"></video> ¦
  <picture><source srcset="URL 2x"><img srcset="x 1x, URL 2x"></picture> ¦
  <img dynsrc="URL" lowsrc="URL" longdesc="URL" usemap="URL"> ¦
  <bgsound src="URL"><layer src="URL"></layer> ¦ <blockquote cite="URL">text</blockquote> ¦
  <a href="/" ping="URL" target="_blank" rel="opener">text</a> ¦
  <svg><a xlink:href="URL"><text y=20>text</text></a></svg> ¦
  <svg><a><animate attributeName=href values="URL" /><text y=20>text</text></a></svg> ¦
  <svg><a><set attributeName=xlink:href to="URL" /><text y=20>text</text></a></svg> ¦
  <svg><use href="URL#x"></use><script href="URL"></script></svg> ¦
  <math href="URL"><maction actiontype="statusline" xlink:href="URL">text</maction></math> ¦
  <p style="background:url('URL')">text</p> ¦ <style>@import 'URL';</style> ¦
  <xml src="URL"></xml><portal src="URL"></portal><fencedframe src="URL"></fencedframe>
`)
const runners = [`javascript:${up}`, `data:text/javascript,${run}`, `vbscript:${run}`]
const byHolder = holders.flatMap((holder) => runners.map((url) => holder.replaceAll('URL', url)))

// Elements whose inside is read by other rules: as text, by one reader, and as markup by the next.
const otherRules = `
  style script iframe noscript noembed noframes xmp textarea title template plaintext listing select
  object svg math foreignObject desc mtext annotation-xml
`
const byContent = otherRules
  .trim()
  .split(/\s+/)
  .flatMap((tag) => [
    `<${tag}>${fires}</${tag}>`,
    `<${tag}><p title="</${tag}>${fires}"></${tag}>`,
    `<svg></p><${tag}><a title="</${tag}>${fires}">`,
    `<math><mtext><${tag}><!--</${tag}><img title="--${encoded(`>${fires}`)}">`,
  ])

// Known mutation shapes: harmless when first read, markup again once written out and read a second time.
const mutations = list(`
  <math><mtext><table><mglyph><style><!--</style><img title="--&gt;${encoded(fires)}"> ¦
  <form><math><mtext></form><form><mglyph><style></math>${fires} ¦
  <math><mi><mglyph><svg><mtext><textarea><path title="</textarea>${fires}"> ¦
  <math><mtext><h1><a><h6></a></h6><mglyph><svg><mtext><style><a title="</style>${fires}"></style></h1> ¦
  <table><caption><svg><title><table><caption></caption></table></title><style><a title="</style>${fires}"> ¦
  <svg><annotation-xml><foreignobject><style><!--</style><p title="-->${fires}"> ¦
  <math><annotation-xml encoding="text/html"><style>${fires}</style></annotation-xml></math> ¦
  <svg><style>${encoded(fires)}</style></svg> ¦
  <a><svg><foreignObject><a><table><a></table><style><!--</style></svg><b title="-->${fires}"> ¦
  <select><iframe><style></select></iframe>${fires}</style> ¦
  <div><template shadowrootmode=open>${fires}</template></div> ¦
  <template><template><p></template></template>${fires} ¦ <p title="\`\`onerror=${run}">text</p> ¦
  <listing>${encoded(fires)}</listing> ¦
  ${'<div>'.repeat(600)}<svg><style><a title="</style>${fires}">${'</div>'.repeat(600)} ¦
  ${'<blockquote>'.repeat(1000)}${fires} ¦ <table><p>${fires}<tr><td></p></table> ¦ <!-->${fires}--> ¦
  <!--->${fires}--> ¦ <!-- --!>${fires}--> ¦ <!--[if gte IE 4]>${script}<![endif]--> ¦ <![if !IE]>${fires}<![endif]> ¦
  <![CDATA[${fires}]]> ¦ <svg><![CDATA[><p title="]]>${fires}">]]></svg> ¦ <?xml version="1.0"?>${fires} ¦
  <?xml-stylesheet href="javascript:${run}"?> ¦ <?php echo '>${fires}' ?> ¦
  <!DOCTYPE x [<!ENTITY e "${encoded(fires)}">]>&e; ¦ <!x title=">${fires}"> ¦ </ title=">${fires}"> ¦
  </p title=">${fires}"> ¦ <% title="%>${fires}">
`)

const scripts = list(`
  ${script} ¦ <SCRIPT>${run}</SCRIPT> ¦ <ScRiPt\n>${run}</ScRiPt\t> ¦ <script/x>${run}</script/y> ¦
  <script type=module>${run}</script> ¦ <script type=text/vbscript>${run}</script> ¦
  <script src="data:text/javascript;base64,${btoa(run)}"></script> ¦
  <script type=importmap>{"imports":{"x":"data:text/javascript,${run}"}}</script><script type=module>import 'x'</script>
  ¦   <script type=speculationrules>{"prerender":[{"urls":["/"]}]}</script>${script} ¦
  <link rel=modulepreload href="data:text/javascript,${run}" onload="${run}"> ¦
  <scr<script>ipt>${run}</scr</script>ipt> ¦ <<script>${run}//<</script> ¦ <script><!--\n${run}\n--></script> ¦
  <svg><script>${asEntities(run)}</script></svg> ¦ <svg><script xlink:href="data:text/javascript,${run}" /></svg> ¦
  <math><script>${run}</script></math> ¦
  <object type="text/html" data="data:text/html,${encoded(frameScript)}"><embed type="text/html" src="x"></object> ¦
  <iframe srcdoc="${frameScript}"></iframe> ¦ <iframe srcdoc="${encoded(frameScript)}"></iframe> ¦
  <iframe srcdoc="${asEntities(`<img src=x onerror=${up}>`)}" sandbox="allow-scripts allow-same-origin"></iframe> ¦
  <iframe srcdoc='<iframe srcdoc="${encoded(frameScript).replaceAll('&', '&amp;')}"></iframe>'></iframe> ¦
  <a href="javascript:opener.ran=1" target=_blank rel=opener>text</a> ¦
  <a href="//evil.example" target="_blank" rel="opener">text</a> ¦
  <meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'">${script} ¦
  <meta charset=utf-7>+ADw-script+AD4-${run}+ADw-/script+AD4- ¦
  <base target=_blank><base href="//evil.example/"><a href="/x">text</a> ¦
  <applet code="javascript:${run}"></applet> ¦ <p style="width:expression(${run})">text</p> ¦
  <p style="width:e\\78 pres/**/sion(${run})">text</p> ¦
  <p style="behavior:url(#x);-moz-binding:url('data:text/xml,${run}')">text</p> ¦
  <a href="javascript:${run}" style="position:fixed;inset:0;z-index:9999">text</a> ¦
  <style>@keyframes x{}</style><p style="animation-name:x" onanimationstart="${run}">text</p> ¦
  <style>*{background:url("javascript:${run}")}</style>
`)

// An element named `ran` makes `window.ran` itself; the others hide what a cleaner walks along.
const clobbering = [
  ...['a id', 'img name', 'form name', 'object id', 'embed name', 'iframe name', 'p id'].map((head) => `<${head}=ran>`),
  ...['attributes', 'nodeName', 'childNodes', 'parentNode', 'removeChild', '__proto__'].map(
    (name) => `<form tabindex=0 autofocus onfocus="${run}"><input name=${name}><img id=${name}></form>`,
  ),
]

// Encoded once too often, or in another writing: nothing may undo it on the way to the page.
const encodings = [
  encoded(script),
  encoded(fires).replaceAll('&', '&amp;'),
  asEntities(fires),
  asHex(fires),
  encodeURIComponent(script),
  encodeURIComponent(encodeURIComponent(fires)),
  fires.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'),
  fires.replaceAll('<', '\\x3c').replaceAll('>', '\\x3e'),
  fires.replaceAll('<', '＜').replaceAll('>', '＞'),
  script.replaceAll('script', 'ſcript'),
  `<ıframe src="javascript:${up}"></ıframe>`,
  `<p>${encoded(fires)}</p>`,
]

// Breaks out of where it is put: an attribute, a raw-text element, a comment, a string in a script.
const breakouts = ['"', "'", '`', '-->', ']]>', '</title', '</textarea', '</style', '</script', '</template', '</svg']
  .map((end) => `${end}>${fires}`)
  .concat([
    `'-(${run})-'`,
    `";${run}//`,
    `\\";${run}//`,
    `*/${run}/*`,
    `\u2028${run}//`,
    `" onfocus="${run}" autofocus "`,
  ])

const templates = [
  '${window.ran=1}',
  '#{window.ran=1}',
  '{{window.ran=1}}',
  "{{constructor.constructor('window.ran=1')()}}",
  "{{$on.constructor('window.ran=1')()}}",
  '{{- window.ran=1}} {{window.ran=1, uppercase}}',
  '$t(window.ran=1)',
  '$t(common.save, {"x": "<img src=x onerror=window.ran=1>"})',
  '<%= window.ran=1 %>',
  '{% raw %}{{{window.ran=1}}}{% endraw %}',
  '[[${window.ran=1}]]',
  '<1><img src=x onerror=window.ran=1></1>',
  '<p dangerouslySetInnerHTML={{__html: "<img src=x onerror=window.ran=1>"}}>text</p>',
  ...['@click', 'v-on:click', 'v-html', 'ng-init', 'ng-click', 'x-init', 'hx-on:load', 'data-bind'].map(
    (name) => `<p ${name}="${run}">text</p>`,
  ),
  `[text](javascript:${run})`,
  `![text](x"onerror="${run})`,
  `<javascript:${run}>`,
]

// Left open, so they swallow what follows; the word stands behind `//` or is swallowed with it.
const unclosed = ['', '"', "'"].flatMap((quote) => [
  `<img src=x onerror=${quote}${run}//canary`,
  `<a href=${quote}javascript:${run}//canary`,
  `<p title=${quote}canary<img src=x onerror=${run}//`,
])
const unclosedToo = [
  `<script>${run}//canary`,
  `<!--${fires}canary`,
  `<style>${fires}canary`,
  `<textarea>${fires}canary`,
]

/** Texts that must show `canary` and run nothing, whatever they are put through. */
export const hostileMarkup: readonly string[] = [
  ...[byEvent, byAllowedTag, selfFiring, spellings, byScheme, byHolder, byContent, mutations, scripts, clobbering]
    .concat([encodings, breakouts, templates])
    .flatMap((group) => group.map((vector) => `${vector} canary`)),
  ...unclosed,
  ...unclosedToo,
]

/** One line each, short enough for a title or a name. */
export const hostileNames: readonly string[] = list(`
  ${fires} ¦ ${script} ¦ <svg/onload=${run}> ¦ "><svg onload=${run}> ¦ '><img src=x onerror=${run}> ¦ </title>${script}
  ¦ </textarea>${fires} ¦ " autofocus onfocus="${run} ¦ ' onmouseover='${run} ¦ \`-${run}-\` ¦ ';${run}// ¦
  \\";${run}// ¦ \${${run}} ¦ {{${run}}} ¦ {{constructor.constructor('${run}')()}} ¦ $t(${run}) ¦ <%= ${run} %> ¦
  <!--${run} ¦ ${encoded(fires)} ¦ [name](javascript:${run})
`)

/** No field for an address may take any of these, as given: the raw value, before anything is decoded. */
export const hostileLinks: readonly string[] = [` javascript:${run}`, `\njavascript:${run}`].concat(
  list(`
  javascript:${run} ¦ JavaScript:${run} ¦ \u0001javascript:${run} ¦ java\tscript:${run} ¦ java\nscript:${run} ¦
  java\r\nscript:${run} ¦ javascript\n:${run} ¦ java script:${run} ¦ javascript&colon;${run} ¦
  &#106;avascript:${run} ¦ javascript%3A${run} ¦ javascript://good.example/%0a${run} ¦ view-source:javascript:${run} ¦
  vbscript:${run} ¦ VBScript:${run} ¦ data:text/html,${frameScript} ¦ DATA:text/html;base64,${btoa(frameScript)} ¦
  data:image/svg+xml,<svg onload=${run}> ¦ file:///etc/passwd ¦ blob:https://evil.example/1 ¦ //evil.example ¦
  ///evil.example ¦ /\\evil.example ¦ \\\\evil.example ¦ /\t/evil.example ¦ /\n/evil.example ¦ \\/evil.example ¦
  https://evil .example
`),
)

const fits = new Set(allowed)
const GAP = '[ \\t\\n\\f\\r]'
const ATTRIBUTE = String.raw`${GAP}+([a-z][\w:-]*)(?:${GAP}*=${GAP}*("[^"<]*"|'[^'<]*'|[^\s"'<>=${'`'}]+))?`
/** A tag all readers read alike: no `<` and no stray quote in it. All else is open to two readings, so dangerous. */
const TAG = new RegExp(String.raw`<\/?([a-z][a-z0-9]*)((?:${ATTRIBUTE})*)${GAP}*\/?>`, 'iy')
const REFUSED = /^(?:on|style|srcdoc|id|name|class|target|formaction|xlink)/i
const marks: Record<string, string> = {
  colon: ':',
  Tab: '\t',
  NewLine: '\n',
  sol: '/',
  bsol: '\\',
  amp: '&',
  nbsp: ' ',
}

/** As the browser would: one pass, so that what was encoded twice stays text. */
const decoded = (value: string) =>
  value.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));?/gi, (whole, hex?: string, digits?: string, name?: string) => {
    if (name) return marks[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })

function isSafeAddress(value: string) {
  const address = decoded(value).replace(/[\s\p{Cc}\p{Cf}]/gu, '')
  return /^(?:https?|mailto|tel):/i.test(address) || /^\/(?![/\\])/.test(address)
}

/** What is dangerous in markup that has been cleaned: text in it is escaped, so every `<` must begin an allowed tag. */
export function dangers(html: string): string[] {
  const found: string[] = []
  for (const { index } of html.matchAll(/</g)) {
    TAG.lastIndex = index
    const [, tag = '', attributes = ''] = TAG.exec(html) ?? []
    if (!tag) found.push(`unreadable ${html.slice(index, index + 60)}`)
    else if (!fits.has(tag.toLowerCase())) found.push(`tag ${tag}`)
    for (const [, name = '', quoted = ''] of attributes.matchAll(new RegExp(ATTRIBUTE, 'gi'))) {
      const value = quoted.replace(/^(["'])(.*)\1$/s, '$2')
      if (REFUSED.test(name)) found.push(`attribute ${name}`)
      if (/^(?:href|src)$/i.test(name) && !isSafeAddress(value)) found.push(`${name} ${value}`)
    }
  }
  return found
}
