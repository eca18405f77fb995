import { certifyCalls } from '../../contract/real-name/certify.ts'
import { consentCalls } from '../../contract/real-name/consents.ts'
import { identityReviewCalls } from '../../contract/real-name/review.ts'
import { bytesOfDataUrl } from '../kit/files/data-url.ts'
import { badFields } from '../kit/errors.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import * as alipay from './alipay.service.ts'
import * as certify from './certify.service.ts'
import * as consents from './consents.service.ts'
import * as papers from './papers.service.ts'
import * as photos from './photos.service.ts'
import * as review from './review.service.ts'

export const certifyRoutes = (services: Services) =>
  implement(
    certifyCalls,
    {
      info: (caller) => certify.info(services, caller),
      status: (caller, { body }) => certify.status(services, caller, body.type),
      sendPhoto: (caller, { body, file }) => papers.takeCard(services, caller, body.side, photos.bytesOf(file), 'file'),
      sendPhotoText: async (caller, { body }) => {
        const bytes = bytesOfDataUrl(body.imgBase)
        if (!bytes) throw badFields({ path: 'imgBase', key: 'pictureKind' })
        return papers.takeCard(services, caller, body.side, bytes, 'imgBase')
      },
      sendPaper: (caller, { body, file }) => papers.takePaper(services, caller, body.kind, photos.bytesOf(file)),
      removePaper: (caller, { query }) => photos.removeLoose(services, caller, query.fileId),
      photo: (caller, { params }) => photos.own(services, caller, params.id),
      submitPersonal: (caller, { body }) => certify.submitPersonal(services, caller, body),
      submitEnterprise: (caller, { body }) => certify.submitEnterprise(services, caller, body),
      aliCertify: (caller, { body }) => alipay.begin(services, caller, body),
      aliRedirect: (caller, { query }) => alipay.redirect(services, caller, query.certify_id),
      aliQuery: (caller, { query }) => alipay.query(services, caller, query.certify_id),
      cancel: (caller, { body }) => certify.cancel(services, caller, body.type),
    },
    { submitPersonal: certify.unfitCard },
  )

export const consentRoutes = (services: Services) =>
  implement(consentCalls, {
    list: (caller) => consents.list(services, caller),
    texts: async ({ lang }) => ({ list: consents.texts(lang) }),
    give: (caller, { body }) => consents.give(services, caller, body),
    withdraw: async (caller, { params }) => (await consents.withdraw(services, caller, params.id), null),
  })

export const identityReviewRoutes = (services: Services) =>
  implement(identityReviewCalls, {
    list: (caller, { query }) => review.list(services, caller, query),
    get: (caller, { params }) => review.get(services, caller, params.id),
    reveal: (caller, { params, body }) => review.reveal(services, caller, params.id, body.reason),
    photo: (caller, { params }) => review.photo(services, caller, params.id, params.picture),
    judge: async (caller, { params, body }) => (await review.judge(services, caller, params.id, body), null),
    revoke: async (caller, { params, body }) => (await review.revoke(services, caller, params.id, body.reason), null),
  })
