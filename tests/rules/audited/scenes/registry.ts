import { createHash } from 'node:crypto'
import { evidenceCalls } from '../../../../contract/evidence/evidence.ts'
import { depositCalls } from '../../../../contract/registry/deposits.ts'
import { uploadCalls } from '../../../../contract/registry/uploads.ts'
import { workCalls } from '../../../../contract/registry/works.ts'
import { buildEvidence } from '../../../kit/people/factories.ts'
import { sendFile } from '../../../registry/deposit-kit.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function registryScenes({ t, owner, must, evidence }: Stage): Scenes {
  const upload = async () => (await sendFile(t, owner, Buffer.from('a'))).data.fileId
  async function hashAndOriginal() {
    const fileId = await upload()
    const { number: ano, id } = await buildEvidence(t, owner, { category: 'ATTSETATIONHASH' })
    await t.services.db.system
      .insertInto('hashDeposit')
      .values({
        evidenceId: id,
        accountId: owner.accountId,
        claimedSha256: createHash('sha256').update('a').digest(),
        fileName: 'a',
      })
      .execute()
    return { ano, fileId }
  }

  return {
    'uploads.upload': act(nothing, upload),
    'uploads.uploadToConfirm': act(nothing, () =>
      sendFile(t, owner, Buffer.from('a'), { call: uploadCalls.uploadToConfirm }),
    ),
    'uploads.remove': act(upload, (id) => must(uploadCalls.remove, { params: { id } }, owner)),
    'deposits.files': act(upload, (id) => must(depositCalls.files, { body: { fileIds: [id] } }, owner)),
    'deposits.hash': act(nothing, () =>
      must(depositCalls.hash, { body: { sha256: '0'.repeat(64), fileName: 'a.txt' } }, owner),
    ),
    'deposits.original': act(hashAndOriginal, ({ ano, fileId }) =>
      must(depositCalls.original, { body: { ano, fileId } }, owner),
    ),
    'deposits.renameFile': act(
      () => evidence(),
      (e) => must(depositCalls.renameFile, { params: { id: e.fileId }, body: { fileName: '新名.txt' } }, owner),
    ),
    'deposits.takeBack': act(
      async () => {
        const e = await evidence()
        await must(evidenceCalls.hide, { params: { id: e.id }, body: { hidden: true } }, owner)
        return e
      },
      (e) => must(depositCalls.takeBack, { body: { anos: [e.number] } }, owner),
    ),
    'works.deposit': act(upload, (id) =>
      must(
        workCalls.deposit,
        {
          body: {
            title: '海风',
            kind: 'music',
            author: '林',
            owner: '林',
            obtainWay: 'original',
            createdOn: '2026-01-02',
            publishState: 'unpublished',
            fileIds: [id],
            statementAccepted: true,
          },
        },
        owner,
      ),
    ),
  }
}
