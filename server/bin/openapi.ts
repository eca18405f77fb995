import { openapiDocument } from '../app/openapi.ts'

process.stdout.write(`${JSON.stringify(openapiDocument(), null, 2)}\n`)
