import { startFixtureSite } from './start.ts'

// Serves the fixture site for a person to look at: `node tests/kit/fixture-site/serve.ts`.
const site = await startFixtureSite()
console.log(site.url)
process.on('SIGINT', () => void site.close().then(() => process.exit(0)))
process.on('SIGTERM', () => void site.close().then(() => process.exit(0)))
