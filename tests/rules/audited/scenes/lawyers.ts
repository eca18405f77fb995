import { caseFormCalls } from '../../../../contract/content/case-forms.ts'
import { lawyerFieldCalls, staffLawyerCalls } from '../../../../contract/content/directory.ts'
import { lawyerCalls } from '../../../../contract/content/lawyers.ts'
import { fileCalls } from '../../../../contract/platform/files.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { answerCaptcha, readCode } from '../../../kit/people/codes.ts'
import { dataUrl, png } from '../../../kit/pictures.ts'
import { act, nothing, reason, type Scenes, type Stage } from '../stage.ts'

export function lawyerScenes({ t, owner, operator, must, bytes, newPhone }: Stage): Scenes {
  const lawyerBody = {
    name: '陈律师',
    firm: '海风律师事务所',
    regionCode: '350102',
    licenceNo: '13501',
    sinceYear: 2010,
  }
  const lawyer = async () => ({ id: (await must(staffLawyerCalls.create, { body: lawyerBody }, operator)).id })
  const fieldBody = () => ({ fieldZh: newId().slice(-12) })
  const field = async () => ({ id: (await must(lawyerFieldCalls.create, { body: fieldBody() }, operator)).id })
  const about = { name: '张三', title: '网页被抄袭', content: '请问怎么办', consent: true }
  const sent = async (fileIds: string[] = []) => {
    // Somebody sends a few a day: each is somebody else's.
    const who = fileIds.length ? owner : await t.member()
    const { caseId: id } = await must(lawyerCalls.submit, { body: { ...about, phone: who.phone, fileIds } }, who)
    return { id }
  }

  return {
    'lawyers.sendCode': act(nothing, async () =>
      must(lawyerCalls.sendCode, { body: { phone: newPhone(), ...(await answerCaptcha(t)) } }),
    ),
    'lawyers.submit': act(nothing, () => sent()),
    'staffLawyers.create': act(nothing, lawyer),
    'staffLawyers.update': act(lawyer, (params) =>
      must(staffLawyerCalls.update, { params, body: lawyerBody }, operator),
    ),
    'staffLawyers.setShown': act(lawyer, (params) =>
      must(staffLawyerCalls.setShown, { params, body: { shown: true } }, operator),
    ),
    'lawyerFields.create': act(nothing, field),
    'lawyerFields.update': act(field, (params) =>
      must(lawyerFieldCalls.update, { params, body: fieldBody() }, operator),
    ),
    'lawyerFields.remove': act(field, (params) => must(lawyerFieldCalls.remove, { params }, operator)),
    'caseForms.reveal': act(
      () => sent(),
      (params) => must(caseFormCalls.reveal, { params, body: { reason } }, operator),
    ),
    'caseForms.file': act(
      async () => {
        const body = { imgBase: dataUrl(png()), scene: 'front' } as const
        const { fileId } = await must(fileCalls.uploadPicture, { body }, owner)
        return { ...(await sent([fileId])), fileId }
      },
      (params) => bytes(caseFormCalls.file, params, {}, operator),
    ),
    'caseForms.accept': act(
      () => sent(),
      (params) => must(caseFormCalls.accept, { params, body: {} }, operator),
    ),
    'caseForms.answer': act(
      () => sent(),
      (params) => must(caseFormCalls.answer, { params, body: { answer: '请先取证' } }, operator),
    ),
    'caseForms.erase': act(
      async () => {
        const phone = newPhone()
        const sent = await must(lawyerCalls.sendCode, { body: { phone, ...(await answerCaptcha(t)) } })
        const code = { codeId: sent.codeId, code: readCode(t, phone) }
        return { id: (await must(lawyerCalls.submit, { body: { ...about, phone, ...code } })).caseId }
      },
      (params) => must(caseFormCalls.erase, { params, body: { reason } }, operator),
    ),
    'caseForms.close': act(
      () => sent(),
      (params) => must(caseFormCalls.close, { params, body: { reason } }, operator),
    ),
  }
}
