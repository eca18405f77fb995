import { alipaySettings } from '../../../../server/kit/alipay/alipay.settings.ts'
import { giveSettings } from '../../../kit/give-settings.ts'
import { closingCalls } from '../../../../contract/data-rights/closing.ts'
import { dataCopyCalls } from '../../../../contract/data-rights/copies.ts'
import { certifyCalls } from '../../../../contract/real-name/certify.ts'
import { consentCalls } from '../../../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../../../contract/real-name/review.ts'
import { writeCopy } from '../../../../server/data-rights/copies.jobs.ts'
import { newId } from '../../../../server/kit/ids.ts'
import { askCopy, proofOf } from '../../../data-rights/data-kit.ts'
import {
  agree,
  newCreditCode,
  newResidentId,
  personalPapers,
  sendPhoto,
  verifyPerson,
} from '../../../kit/people/identities.ts'
import { dataUrl, png } from '../../../kit/pictures.ts'
import { act, reason, type Scenes, type Stage } from '../stage.ts'
import { sections } from '../../../../server/app/domains.ts'

export function identityScenes({ t, alipay, owner, operator, must, bytes }: Stage): Scenes {
  async function submitted() {
    const who = await t.member()
    return { who, ...(await must(certifyCalls.submitPersonal, { body: await personalPapers(t, who) }, who)) }
  }

  return {
    'certify.sendPhoto': act(
      async () => {
        const who = await t.member()
        await agree(t, who, 'identity')
        return who
      },
      (who) => sendPhoto(t, who, 'FRONT'),
    ),
    'certify.sendPhotoText': act(
      async () => {
        const who = await t.member()
        await agree(t, who, 'identity')
        return who
      },
      (who) => must(certifyCalls.sendPhotoText, { body: { imgBase: dataUrl(png()), side: 'BACK' } }, who),
    ),
    'certify.sendPaper': act(
      async () => {
        await agree(t, owner, 'enterprise')
      },
      () => sendPhoto(t, owner, 'LICENSE'),
    ),
    'certify.removePaper': act(
      async () => {
        await agree(t, owner, 'enterprise')
        return (await sendPhoto(t, owner, 'LETTER')).data.fileId
      },
      (fileId) => must(certifyCalls.removePaper, { query: { fileId } }, owner),
    ),
    'certify.submitPersonal': act(
      async () => {
        const who = await t.member()
        return { who, body: await personalPapers(t, who) }
      },
      ({ who, body }) => must(certifyCalls.submitPersonal, { body }, who),
    ),
    'certify.submitEnterprise': act(
      async () => {
        const who = await t.member({ kind: 'enterprise' })
        const { name: legalPerson } = await verifyPerson(t, who, operator)
        await agree(t, who, 'enterprise')
        return {
          who,
          body: {
            name: '风岛公司',
            uscc: newCreditCode(),
            legalPerson,
            licence: (await sendPhoto(t, who, 'LICENSE')).data.fileId,
          },
        }
      },
      ({ who, body }) => must(certifyCalls.submitEnterprise, { body }, who),
    ),
    'certify.cancel': act(submitted, ({ who }) => must(certifyCalls.cancel, { body: { type: 'PERSONAL' } }, who)),
    'certify.aliCertify': act(
      async () => {
        const who = await t.member()
        await agree(t, who, 'identityAlipay')
        return who
      },
      async (who) => {
        const signIn = alipaySettings.of(t.services.config)
        giveSettings(t.services.config, alipaySettings, alipay.settings)
        await must(certifyCalls.aliCertify, { body: { cert_name: '张三丰', cert_no: newResidentId() } }, who)
        giveSettings(t.services.config, alipaySettings, signIn)
      },
    ),
    'consents.give': act(
      () => t.member(),
      (who) => agree(t, who, 'identity'),
    ),
    'consents.withdraw': act(
      async () => {
        const who = await t.member()
        return { who, id: await agree(t, who, 'identity') }
      },
      ({ who, id }) => must(consentCalls.withdraw, { params: { id } }, who),
    ),
    'identityReview.reveal': act(submitted, ({ id }) =>
      must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator),
    ),
    'identityReview.photo': act(
      async () => {
        const { id } = await submitted()
        return {
          id,
          picture: (await must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator)).photos[0]!
            .id,
        }
      },
      ({ id, picture }) => bytes(identityReviewCalls.photo, { id, picture }, {}, operator),
    ),
    'identityReview.judge': act(
      async () => {
        const { id } = await submitted()
        await must(identityReviewCalls.reveal, { params: { id }, body: { reason } }, operator)
        return id
      },
      (id) =>
        must(identityReviewCalls.judge, { params: { id }, body: { verdict: 'REJECT', reason: 'blurred' } }, operator),
    ),
    'identityReview.revoke': act(
      async () => (await verifyPerson(t, await t.member(), operator)).id,
      (id) => must(identityReviewCalls.revoke, { params: { id }, body: { reason } }, operator),
    ),
    'dataCopies.ask': act(
      async () => {
        const who = await t.member()
        return { who, body: await proofOf(t, who) }
      },
      ({ who, body }) => must(dataCopyCalls.ask, { body }, who),
    ),
    'dataCopies.download': act(
      async () => {
        const who = await t.member()
        const id = await askCopy(t, who)
        await writeCopy(t.services, sections, { jobId: newId(), id })
        return { who, id }
      },
      ({ who, id }) => bytes(dataCopyCalls.download, { id }, {}, who),
    ),
    'dataCopies.identity': act(
      async () => {
        const who = await t.member()
        await verifyPerson(t, who, operator)
        return { who, body: await proofOf(t, who) }
      },
      ({ who, body }) => must(dataCopyCalls.identity, { body }, who),
    ),
    'closing.ask': act(
      async () => {
        const who = await t.member()
        return { who, body: { ...(await proofOf(t, who)), confirm: '注销账户' } }
      },
      ({ who, body }) => must(closingCalls.ask, { body }, who),
    ),
    'closing.takeBack': act(
      async () => {
        const who = await t.member()
        await must(closingCalls.ask, { body: { ...(await proofOf(t, who)), confirm: '注销账户' } }, who)
        return who
      },
      (who) => must(closingCalls.takeBack, {}, who),
    ),
  }
}
