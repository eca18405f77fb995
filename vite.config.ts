import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { CSSOptions, Plugin, Rollup } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { openConsoleChunks } from './src/app/chunks/open-console-chunks.ts'

const here = import.meta.dirname
// By a path that only tests have: pages are also built where there are none.
const { testProjects } = process.env['VITEST']
  ? ((await import(join(here, 'tests/bin/runner/projects.ts'))) as typeof import('./tests/bin/runner/projects.ts'))
  : {}

const consoleChunks = openConsoleChunks(here)

/** Groups are asked for a name module by module, and the console's names come of all modules together. */
const consoleInFewFiles: Plugin = {
  name: 'console-in-few-files',
  renderStart() {
    consoleChunks.plan(this)
  },
}

/** Domains hold words that only the service says beside those of its pages: they stay out of bundles. */
const serverWords: Plugin = {
  name: 'server-words',
  enforce: 'pre',
  transform(code, id) {
    if (!/\/locales\/[\w-]+\/[\w-]+\.json$/.test(id)) return
    const { joins, ...words } = JSON.parse(code) as { joins?: Record<string, object> }
    if (!joins) return
    const { api: _, 'data-copy': __, cli: ___, ...ofPages } = joins
    return { code: JSON.stringify({ ...words, joins: ofPages }), map: null }
  },
}

/** What the first paint waits for is asked for first: behind the scripts, over six connections, it came after most of them. */
const stylesFirst: Plugin = {
  name: 'styles-first',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const links = [...html.matchAll(/\n\s*<link rel="stylesheet"[^>]*>/g)].map(([link]) => link)
      const rest = links.reduce((left, link) => left.replace(link, ''), html)
      return rest.replace(/\n\s*<script/, (first) => links.join('') + first)
    },
  },
}

/** What the website is taken over with, for `src/site/main.ts` to ask for; each behind those that it imports. */
function partsOf(bundle: Rollup.OutputBundle) {
  const [begun, whole] = [new Set<string>(), new Set<string>()]
  function add(name: string) {
    const part = bundle[name]
    if (part?.type !== 'chunk' || begun.has(name)) return
    begun.add(name)
    for (const imported of part.imports) add(imported)
    whole.add(name)
  }
  for (const [name, file] of Object.entries(bundle)) if (file.type === 'chunk' && file.name === 'take-over') add(name)
  return [...whole].map((name) => `<link rel="part" crossorigin href="/${name}">`).join('')
}

/**
 * The website is painted as it arrives: its styles come with it, before a platform's own (`page-head.ts`), and its scripts, which change
 * nothing of what is read, after the rest.
 */
const siteAtOnce: Plugin = {
  name: 'site-at-once',
  transformIndexHtml: {
    order: 'post',
    handler(html, { filename, bundle }) {
      if (!bundle || !filename.endsWith('site.html')) return html
      const textOf = (href: string) => {
        const asset = bundle[href.slice(1)]
        if (asset?.type !== 'asset') throw new Error(`${href} is not built`)
        return String(asset.source).trim()
      }
      const styles: string[] = []
      return html
        .replaceAll(/\n\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g, (_, href: string) => {
          // Named, or the loader of parts would load it once more, behind the others.
          styles.push(`<style>${textOf(href)}</style><link rel="stylesheet" href="${href}" disabled />`)
          return ''
        })
        .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
        .replace('<!--head-->', () => `${styles.join('')}\n    <!--head-->`)
        .replace('</head>', () => `${partsOf(bundle)}</head>`)
    },
  },
}

/** Until somebody chose an appearance the system's holds: what is said of one that was chosen is said of the system's too. */
const systemAppearance: NonNullable<Exclude<CSSOptions['postcss'], string | undefined>['plugins']>[number] = {
  postcssPlugin: 'system-appearance',
  OnceExit(root, { AtRule }) {
    const media = { dark: '(prefers-color-scheme: dark)', light: 'not all and (prefers-color-scheme: dark)' }
    root.walkRules((rule) => {
      for (const [name, params] of Object.entries(media)) {
        const chosen = `:root[data-theme='${name}']`
        const selectors = rule.selectors.filter((selector) => selector.startsWith(chosen))
        if (!selectors.length) continue
        const [here, system] = [rule.clone(), new AtRule({ name: 'media', params })]
        here.selectors = selectors.map((selector) => selector.replace(chosen, ':root:not([data-theme])'))
        rule.after(system.append(here))
      }
    })
  },
}

export default defineConfig({
  // Pages are built from src; tests see the whole project.
  root: process.env['VITEST'] ? here : join(here, 'src'),
  publicDir: join(here, 'src/public'),
  // Browsers are sent what is compressed already; a proxy in front need not do it.
  plugins: [
    react(),
    serverWords,
    stylesFirst,
    siteAtOnce,
    consoleInFewFiles,
    compression({ include: /\.(js|css|svg)$/, exclude: /render\.js$/, threshold: 1_000, logLevel: 'silent' }),
  ],
  css: { postcss: { plugins: [systemAppearance] } },
  resolve: {
    alias: {
      // @refinedev/antd is one module and drags both in; our own layout replaces what would use them.
      '@ant-design/pro-layout': join(here, 'src/stand-ins/empty-component.ts'),
      'react-markdown': join(here, 'src/stand-ins/empty-component.ts'),
      // Refine asks it only while it is being developed itself.
      'error-stack-parser': join(here, 'src/stand-ins/empty-component.ts'),
      // By its name alone browsers would be sent the one for development. Tests load packages apart, and must have one of the two.
      ...(!process.env['VITEST'] && {
        'react-router': join(here, 'node_modules/react-router/dist/production/index.mjs'),
      }),
    },
  },
  // One `vite build` makes all: what browsers load, the bundle that writes website pages as HTML on the server, and the verifier.
  builder: {},
  environments: {
    // By the manifest `tests/kit/built/measure-pages.ts` knows which chunk begins with which source.
    client: { build: { manifest: true } },
    ssr: {
      // React chooses its build by the environment of the building process, not of whoever starts the service.
      resolve: { noExternal: true },
      build: {
        outDir: join(here, 'dist/render'),
        emptyOutDir: true,
        copyPublicDir: false,
        ssr: join(here, 'src/site/render.tsx'),
        rollupOptions: { input: join(here, 'src/site/render.tsx') },
      },
    },
    // The verifier as one file that needs nothing but Node, for whoever will check evidence without this platform.
    verifier: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: join(here, 'dist/verifier'),
        emptyOutDir: true,
        copyPublicDir: false,
        target: 'node20',
        ssr: join(here, 'server/bin/verify.ts'),
        rollupOptions: {
          input: join(here, 'server/bin/verify.ts'),
          output: { entryFileNames: 'verify.mjs', codeSplitting: false },
        },
      },
    },
  },
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    sourcemap: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: { site: join(here, 'src/site.html'), console: join(here, 'src/console.html') },
      output: {
        codeSplitting: {
          // `src/site/main.ts` evaluates each in a task of its own; what lists and articles share is one file instead of four.
          groups: [
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
            { name: 'router', test: /node_modules\/react-router\// },
            { name: 'reading', test: /src\/site\/parts\/(?:Answered|Pages|Trail|useFromTop)\.tsx?$/ },
            {
              name: 'accounts',
              test: /src\/(?:accounts\/public\/(?:Consent|HelpLink|PhoneProof|SecondStep)|site\/parts\/(?:fields\/PasswordField|proof\/\w+))\.tsx?$/,
              minShareCount: 2,
            },
            ...consoleChunks.groups,
          ],
          includeDependenciesRecursively: false,
        },
      },
    },
  },
  ...(testProjects && { test: testProjects(here) }),
})
