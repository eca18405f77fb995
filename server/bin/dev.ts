import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { entryOf } from '../../contract/site/entries.ts'

// Console and website reload in the browser while editing; the service restarts. One address: Vite's, which hands
// `/shimakaze` and `/docs/json` on to the service.
const root = join(import.meta.dirname, '../..')
const servicePort = Number(process.env['PORT'] ?? 8080) + 1
const service: ChildProcess = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'server/bin/start.ts')],
  {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(servicePort) },
  },
)
const target = `http://127.0.0.1:${servicePort}`
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  appType: 'mpa',
  server: {
    port: Number(process.env['PORT'] ?? 8080),
    strictPort: true,
    proxy: { '/shimakaze': target, '/docs/json': target, '/healthz': target, '/readyz': target, '/intakez': target },
  },
  plugins: [
    {
      name: 'one-entry-a-path',
      configureServer(server) {
        server.middlewares.use((request, _, next) => {
          const path = new URL(request.url ?? '/', 'http://x').pathname
          if (request.headers.accept?.includes('text/html') && !path.includes('.'))
            request.url = `/${entryOf(path).entry}.html`
          next()
        })
      },
    },
  ],
})
await vite.listen()
vite.printUrls()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    service.once('exit', () => process.exit(0))
    service.kill(signal)
    void vite.close()
  })
}
