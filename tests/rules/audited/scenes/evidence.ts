import writeSheet from 'write-excel-file/node'
import { batchCalls } from '../../../../contract/captures/batch.ts'
import { webCaptureCalls } from '../../../../contract/captures/web.ts'
import { deliveryCalls } from '../../../../contract/certificates/delivery.ts'
import { shareCalls } from '../../../../contract/certificates/share.ts'
import { evidenceCalls } from '../../../../contract/evidence/evidence.ts'
import { downloadCalls } from '../../../../contract/evidence/downloads.ts'
import { feedbackCalls } from '../../../../contract/evidence/feedback.ts'
import { pathOf } from '../../../../contract/kit/call.ts'
import { fileCalls } from '../../../../contract/platform/files.ts'
import { dataUrl, png } from '../../../kit/pictures.ts'
import { act, nothing, type Scenes, type Stage } from '../stage.ts'

export function evidenceScenes({ t, owner, operator, must, bytes, capture, evidence, share, codeOf }: Stage): Scenes {
  async function sendSheet() {
    const sheet = await writeSheet([[{ value: 'https://example.com/a' }]]).toBuffer()
    const payload = Buffer.concat([
      Buffer.from(
        '--b\r\ncontent-disposition: form-data; name="file"; filename="a.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n',
      ),
      sheet,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const response = await t.inject({
      method: 'POST',
      url: pathOf(batchCalls.check),
      payload,
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'x-auth-token': owner.token },
    })
    return response.json().data.importId as string
  }
  const feedback = async () =>
    (
      await must(
        feedbackCalls.give,
        { body: { ano: (await evidence()).number, reason: 'OTHER', content: '内容' } },
        owner,
      )
    ).feedbackId
  async function feedbackWithPicture() {
    const { fileId: picture } = await must(
      fileCalls.uploadPicture,
      { body: { imgBase: dataUrl(png()), scene: 'feedback' } },
      owner,
    )
    const { feedbackId: id } = await must(
      feedbackCalls.give,
      { body: { ano: (await evidence()).number, reason: 'OTHER', content: '内容', images: [picture] } },
      owner,
    )
    return { id, picture }
  }

  async function restingCode() {
    const made = await codeOf()
    await t.services.db.system
      .updateTable('extractionCode')
      .set({ lockedUntil: new Date(Date.now() + 3_600_000) })
      .where('accountId', '=', owner.accountId)
      .execute()
    return made
  }

  return {
    'evidence.update': act(
      () => evidence(),
      (e) => must(evidenceCalls.update, { params: { id: e.id }, body: { evidenceName: '新名' } }, owner),
    ),
    'evidence.relabel': act(
      () => evidence(),
      (e) => must(evidenceCalls.relabel, { params: { id: e.id }, body: { labels: ['一'] } }, owner),
    ),
    'evidence.hide': act(
      () => evidence(),
      (e) => must(evidenceCalls.hide, { params: { id: e.id }, body: { hidden: true } }, owner),
    ),
    'evidence.hideMany': act(
      () => evidence(),
      (e) => must(evidenceCalls.hideMany, { body: { ids: [e.id], hidden: true } }, owner),
    ),
    'evidence.relabelMany': act(
      () => evidence(),
      (e) => must(evidenceCalls.relabelMany, { body: { ids: [e.id], add: ['一'] } }, owner),
    ),
    'evidence.fileBytes': act(
      () => evidence(),
      (e) => bytes(evidenceCalls.fileBytes, { id: e.fileId }, {}, owner),
    ),
    'evidence.pdfBytes': act(
      () => evidence(),
      (e) => bytes(evidenceCalls.pdfBytes, { ano: e.number }, {}, owner),
    ),
    'evidence.packageBytes': act(
      () => evidence(),
      (e) => bytes(evidenceCalls.packageBytes, { ano: e.number }, {}, owner),
    ),
    'feedback.give': act(nothing, feedback),
    'feedback.picture': act(feedbackWithPicture, ({ id, picture }) =>
      bytes(feedbackCalls.picture, { id, picture }, {}, operator),
    ),
    'feedback.withdraw': act(feedback, (id) => must(feedbackCalls.withdraw, { query: { id } }, owner)),
    'feedback.answer': act(feedback, (id) =>
      must(feedbackCalls.answer, { params: { id }, body: { verdict: 'PASS', reply: '已核实' } }, operator),
    ),
    'webCaptures.start': act(nothing, capture),
    'webCaptures.retry': act(
      () => evidence('failed'),
      (e) => must(webCaptureCalls.retry, { body: { ids: [e.id] } }, owner),
    ),
    'webCaptures.confirm': act(
      () => evidence('to-confirm'),
      (e) => must(webCaptureCalls.confirm, { body: { no: e.number } }, owner),
    ),
    'webCaptures.cancel': act(capture, (e) => must(webCaptureCalls.cancel, { body: { ids: [e.id] } }, owner)),
    'batches.check': act(nothing, sendSheet),
    'batches.submit': act(sendSheet, (importId) => must(batchCalls.submit, { body: { importId } }, owner)),
    'share.create': act(nothing, share),
    'share.revoke': act(share, ({ id }) => must(shareCalls.revoke, { params: { id } }, owner)),
    'share.openPackage': act(share, ({ token }) => bytes(shareCalls.openPackage, { token })),
    'share.openFile': act(share, ({ token }) => bytes(shareCalls.openFile, { token, position: '1' })),
    'delivery.bundleBytes': act(
      async () => must(deliveryCalls.bundle, { query: { anos: (await evidence()).number } }, owner),
      ({ taskId }) => bytes(deliveryCalls.bundleBytes, { id: taskId }, {}, owner),
    ),
    'downloads.pay': act(evidence, ({ number }) => must(downloadCalls.pay, { body: { anos: [number] } }, owner)),
    'delivery.makeCode': act(nothing, codeOf),
    'delivery.endCode': act(codeOf, ({ number }) => must(deliveryCalls.endCode, { params: { ano: number } }, owner)),
    'delivery.liftCodeRest': act(restingCode, ({ number }) =>
      must(deliveryCalls.liftCodeRest, { params: { ano: number } }, owner),
    ),
    'delivery.checkCode': act(codeOf, ({ number, code: digits }) =>
      must(deliveryCalls.checkCode, { params: { ano: number }, query: { code: digits } }),
    ),
    'delivery.collect': act(
      async () => {
        const made = await codeOf()
        return {
          number: made.number,
          ticket: (await must(deliveryCalls.checkCode, { params: { ano: made.number }, query: { code: made.code } }))
            .ticket!,
        }
      },
      ({ number, ticket }) => bytes(deliveryCalls.collect, { id: number }, { ticket }),
    ),
  }
}
