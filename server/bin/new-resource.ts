import { parseArgs } from 'node:util'
import { Refused, refuse } from './new-resource/refused.ts'
import { format, type Written, writeResource } from './new-resource/write-resource.ts'

// Writes a resource's declaration and its words from what the contract says of it:
// `npm run new:resource -- invoices/headers InvoiceHeader`. What it guesses is meant to be read and mended.
const usage =
  'Usage: npm run new:resource -- <domain>/<file of the contract> <name of the row’s schema> [--name <name>]'

function told({ declaration, unknownPaths, isNewDomain }: Written, domain: string): string {
  const steps = [
    'read both, and choose icon, place in the menu, widths and columns;',
    'say in words what stands in 【】: no check passes with them;',
    ...(unknownPaths.length
      ? [
          `name ${unknownPaths.join(' and ')} in contract/site/entries.ts, or give its kind pages in contract/kit/records.ts;`,
        ]
      : []),
    ...(isNewDomain ? [`name the words of ${domain} in contract/kit/locale-words.ts;`] : []),
    'npm run check tells what is missing.',
  ]
  return `Wrote ${declaration} and words in locales/*/${domain}.json. Now:\n${steps.map((step) => `- ${step}`).join('\n')}`
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { name: { type: 'string' } } })
  const [place = '', row = ''] = positionals
  const [domain, file] = place.split('/')
  if (!domain || !file || !row) return refuse(usage)
  const written = await writeResource({ domain, file, row, name: values.name })
  format([written.declaration])
  console.log(told(written, domain))
}

try {
  await run()
} catch (error) {
  if (!(error instanceof Refused)) throw error
  console.error(error.message)
  process.exitCode = 1
}
