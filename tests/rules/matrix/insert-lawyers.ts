import { newId, newOrderNumber } from '../../../server/kit/ids.ts'
import type { Member, TestApp } from '../../kit/build-test-app.ts'
import type { BuiltEvidence } from '../../kit/people/factories.ts'
import { canaryOf } from './owners.ts'

/** A lawyer whom nobody is shown, and something that was asked of them, with a file. */
export async function buildCase(
  { services }: TestApp,
  ids: { platformId: string; accountId: string },
  owner: Member,
  evidence: BuiltEvidence,
) {
  const [lawyer, lawyerField, caseForm, caseFile] = [newId(), newId(), newId(), newId()]
  const { platformId } = ids
  const canary = canaryOf(owner)
  await services.db.asSystem(async (tx) => {
    // Of the platform, which shows it to everybody: nothing of its owner's.
    await tx.insertInto('lawyerField').values({ id: lawyerField, platformId, fieldZh: lawyerField, sort: 1 }).execute()
    await tx
      .insertInto('lawyer')
      .values({
        id: lawyer,
        platformId,
        name: canary,
        firm: canary,
        regionCode: '350102',
        licenceNo: canary,
        sinceYear: 2010,
        sort: 1,
      })
      .execute()
    await tx
      .insertInto('uploadedFile')
      .values({
        ...ids,
        id: caseFile,
        personId: owner.personId,
        scene: 'front',
        name: `${canary}.png`,
        mediaType: 'image/png',
        size: `content of ${evidence.number}`.length,
        sha256: Buffer.from(evidence.sha256, 'hex'),
        attachedAt: new Date(),
      })
      .execute()
    await tx
      .insertInto('caseForm')
      .values({
        ...ids,
        id: caseForm,
        number: newOrderNumber(),
        personId: owner.personId,
        lawyerId: lawyer,
        fieldId: lawyerField,
        sealed: await services.secrets.seal(tx, JSON.stringify({ name: canary, phone: owner.phone }), caseForm),
        nameMasked: canary,
        phoneMasked: canary,
        title: canary,
        content: canary,
        files: [caseFile],
        consentVersion: '1',
      })
      .execute()
  })
  return { lawyer, lawyerField, caseForm, caseFile }
}
