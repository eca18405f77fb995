import { Readable } from 'node:stream'
import type { FiledInvoice } from '../../../contract/invoices/staff-invoices.ts'
import type { UploadedFile } from '../../../contract/kit/call.ts'
import type { Caller } from '../../kit/calls/caller.ts'
import type { Queryable } from '../../kit/db/db.ts'
import { badFields } from '../../kit/errors.ts'
import type { Services } from '../../kit/services.ts'
import { againWhenGone, holdObjects } from '../../kit/storage/objects.ts'
import * as repo from './invoices.repo.ts'
import { judgePaper, numbersIn, paperName } from './paper.ts'
import { requireInvoice, tellApplicant } from './staff-invoices.service.ts'
import { tellStep } from './steps.ts'

/** Puts a file where the number in its name says. The same file sent again is no mistake; another one is refused. */
export async function addFile(
  services: Services,
  caller: Caller,
  file: UploadedFile | undefined,
): Promise<FiledInvoice> {
  if (!file) throw badFields({ path: 'file', key: 'required' })
  const { mediaType, bytes } = judgePaper(file)
  const { id } = await namedBy(services.db.system, caller, file.name)
  return againWhenGone(async () => {
    const stored = await services.store.put(Readable.from([bytes]))
    return services.db.asSystem(async (tx) => {
      await holdObjects(tx, services.store, [stored])
      await requireInvoice(tx, caller, id, 'hold')
      // It may have been reversed while the file was stored.
      const paper = await namedBy(tx, caller, file.name)
      const { number: applyNo, title, amount } = paper
      const filed = { id, applyNo, title, amount }
      const fileName = paperName(mediaType, paper.paperNumber, paper.code)
      const sha256 = Buffer.from(stored.sha256, 'hex')
      if (!(await repo.addFile(tx, paper, { fileName, mediaType, size: stored.size, sha256 }))) {
        const there = await repo.findPaper(tx, id, paper.attempt)
        if (there?.sha256?.equals(sha256)) return { ...filed, outcome: 'exists' }
        throw badFields({ path: 'file', key: 'invoiceHasFile' })
      }
      await tellStep(tx, caller, 'filed', paper, { told: fileName })
      await tellApplicant(services, tx, paper, 'invoiceIssued')
      return { ...filed, outcome: 'new' }
    })
  })
}

/** The invoice whose number stands in the name of a file, and only that one. */
async function namedBy(db: Queryable, { platform }: Caller, name: string) {
  const papers = await repo.papersNumbered(db, platform.id, numbersIn(name))
  if (papers.length > 1) throw badFields({ path: 'file', key: 'invoiceNames' })
  if (!papers[0]) throw badFields({ path: 'file', key: 'invoiceNameless' })
  return papers[0]
}
