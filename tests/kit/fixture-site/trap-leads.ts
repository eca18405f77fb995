import { html, page, redirect, text } from './replies.ts'
import type { Endpoint, Endpoints } from './replies.ts'
import { vectorPage } from './trap-vectors.ts'

type Lead = (to: string) => Endpoint

const LEADS: Readonly<Record<string, Lead>> = {
  ...Object.fromEntries(
    [301, 302, 303, 307, 308].map((status): [string, Lead] => [String(status), (to) => redirect(to, status)]),
  ),
  twice: (to) => redirect(`/lead-302?${to}`),
  meta: (to) => page('<p>转</p>', `<meta http-equiv="refresh" content="0; url=${to}">`),
  refresh: (to) => page('<p>转</p>', '', { refresh: `0; url=${to}` }),
  script: (to) => page(`<p>转</p><script>location.replace(${JSON.stringify(to)})</script>`),
  'late-script': (to) =>
    page(`<p>转</p><script>setTimeout(() => { location.href = ${JSON.stringify(to)} }, 300)</script>`),
  form: (to) =>
    page(
      `<form method="post" action="${to}"><input name="a" value="b"></form><script>document.forms[0].submit()</script>`,
    ),
  link: (to) => page(`<a id="on" href="${to}">转</a><script>on.click()</script>`),
  svg: (to) =>
    text(
      'image/svg+xml',
      `<?xml version="1.0"?><?xml-stylesheet href="${to}-css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="90"><image xlink:href="${to}-img" width="9" height="9"/><use href="${to}-use#a"/><rect width="50" height="50" fill="red"/><script href="${to}-script"/><style>@import url("${to}-css-import");</style><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${to}-frame"/></foreignObject></svg>`,
    ),
  xslt: (to) =>
    text(
      'application/xml',
      `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${to}"?><!DOCTYPE a [<!ENTITY e SYSTEM "${to}-entity">]><a>文&e;</a>`,
    ),
  pdf: (to) =>
    text(
      'application/pdf',
      `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI(${to})>>/AA<</WP<</S/SubmitForm/F<</FS/URL/F(${to})>>>>>>>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/MediaBox[0 0 200 200]/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
    ),
  service: (to) =>
    text(
      'text/javascript',
      `try { importScripts('${to}-import') } catch {}
addEventListener('install', (event) => { skipWaiting(); event.waitUntil(Promise.allSettled([fetch('${to}-fetch'), fetch('${to}-no-cors', { mode: 'no-cors' }), caches.open('s').then((c) => c.add('${to}-cache'))])) })`,
    ),
  blob: (to) =>
    page(
      `<p>转</p><script>location.href = URL.createObjectURL(new Blob(["<h1>造出的页</h1><img src='${to}'><iframe src='${to}-frame'></iframe>"], { type: 'text/html' }))</script>`,
    ),
  data: (to) => page(`<p>停在此页</p><script>location.href = "data:text/html,<img src='${to}'>"</script>`),
  bare: (to) =>
    page(`<p>停在此页</p><script>location.href = ${JSON.stringify(to)}; window.open(${JSON.stringify(to)})</script>`),
}

/** Ways to lead a browser from an allowed page to the address behind the question mark. */
const lead =
  (make: Lead): Endpoint =>
  (request, response, url) =>
    make(decodeURIComponent(url.search.slice(1)))(request, response, url)

const vectors: Endpoint = (request, response, url) => {
  const [to = '', place = '', file = ''] = ['to', 'place', 'file'].map((name) => url.searchParams.get(name) ?? '')
  html(vectorPage({ to, place, file }), 200, {
    link: `<${to}/header-preload-script>; rel=preload; as=script, <${to}/header-preconnect>; rel=preconnect, <${to}/header-css>; rel=stylesheet`,
    'content-security-policy-report-only': `img-src 'none'; report-uri ${to}/csp-report; report-to trap`,
    'reporting-endpoints': `trap="${to}/reporting"`,
    'report-to': `{"group":"trap","max_age":86400,"endpoints":[{"url":"${to}/report-to"}]}`,
    nel: '{"report_to":"trap","max_age":86400,"success_fraction":1}',
    sourcemap: `${to}/source-map`,
  })(request, response, url)
}

export const trapLeads: Endpoints = {
  ...Object.fromEntries(Object.entries(LEADS).map(([name, make]) => [`/lead-${name}`, lead(make)])),
  '/vectors': vectors,
}
