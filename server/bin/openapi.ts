import { openapiDocument } from '../app/openapi.ts'

process.stdout.write(`${JSON.stringify(openapiDocument('en'), null, 2)}\n`)
