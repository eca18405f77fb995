import { readFileSync } from 'node:fs'
import fastify from 'fastify'

// Answers every path with the bytes of a file and nothing else: as quick as the framework is. Arguments: the file, the port.
const [file = '', port = ''] = process.argv.slice(2)
const bytes = readFileSync(file)
const app = fastify()
app.get('/', (_, reply) =>
  reply.type('text/html; charset=utf-8').headers({ 'content-encoding': 'br', 'cache-control': 'no-cache' }).send(bytes),
)
await app.listen({ port: Number(port), host: '127.0.0.1' })
