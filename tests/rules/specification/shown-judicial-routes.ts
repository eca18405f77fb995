import type { ShownRoute } from './shown-route.ts'

export const shownJudicialRoutes: Record<string, ShownRoute> = {
  '/office/{resource}': {
    as: 'notary',
    at: '/office/orders',
    parts: ['heading notarization:resource.officeOrders.title', 'button common:export.open'],
  },
  '/appraisal-attestation/{id}': {
    as: 'enterprise',
    at: '/appraisal-attestation/{evidence}',
    parts: [
      'text notarization:ofEvidence.title',
      'heading notarization:ofEvidence.orders',
      'link notarization:form.expertise.title',
    ],
  },
  '/judicialEvidence/offlineSuccess': {
    as: 'enterprise',
    at: '/judicialEvidence/offlineSuccess?order={order}',
    parts: [
      'heading notarization:originals.title',
      'heading notarization:originals.where',
      'heading notarization:originals.number',
      'heading notarization:originals.bring',
      'button common:show.print',
    ],
  },
  '/judicialEvidence': {
    as: 'enterprise',
    parts: [
      'heading notarization:resource.judicialOrders.title',
      'link notarization:form.notarization.title',
      'link notarization:form.expertise.title',
      'link notarization:form.officialSeal.title',
      'link notarization:form.purchase.title',
      'button common:export.open',
    ],
  },
  '/judicialEvidence/notarization/add': {
    as: 'enterprise',
    parts: ['heading notarization:pick.title', 'button notarization:pick.next'],
  },
  '/judicialEvidence/notarization/apply': {
    as: 'enterprise',
    parts: [
      'heading notarization:form.notarization.title',
      'combobox notarization:field.officeId',
      'combobox notarization:field.templateId',
      'textbox notarization:field.purpose',
      'radio notarization:choice.deliveryWay.post',
      'button notarization:apply.save',
    ],
  },
  '/judicialEvidence/notarization/applyInfo/{orderId?}': {
    as: 'enterprise',
    at: '/judicialEvidence/notarization/applyInfo/{notarization}',
    parts: [
      'heading notarization:handIn.title',
      'heading notarization:choice.part.identity',
      'button notarization:handIn.sign',
    ],
  },
  '/judicialEvidence/notarization/success': {
    as: 'enterprise',
    at: '/judicialEvidence/notarization/success?order={notarization}',
    parts: [
      'heading notarization:success.title',
      'text notarization:success.steps.issue',
      'link notarization:success.open',
    ],
  },
  '/judicialEvidence/notarization/detail/{id}': {
    as: 'enterprise',
    at: '/judicialEvidence/notarization/detail/{notarization}',
    parts: [
      'tab notarization:tab.matter',
      'tab notarization:tab.evidence',
      'tab notarization:tab.files',
      'tab notarization:tab.course',
    ],
  },
  '/judicialEvidence/purchaseNotarization': {
    as: 'enterprise',
    parts: [
      'heading notarization:resource.purchases.title',
      'link notarization:resource.purchases.add',
      'button common:export.open',
    ],
  },
  '/judicialEvidence/purchaseNotarization/add': {
    as: 'enterprise',
    parts: [
      'heading notarization:form.purchase.title',
      'combobox notarization:field.officeId',
      'textbox notarization:field.shopUrl',
      'textbox notarization:field.goodsName',
      'button notarization:form.purchase.addGoods',
      'button notarization:apply.save',
    ],
  },
  '/judicialEvidence/purchaseNotarization/detail/{id}': {
    as: 'enterprise',
    at: '/judicialEvidence/purchaseNotarization/detail/{purchase}',
    parts: ['tab notarization:tab.matter', 'tab notarization:tab.files', 'tab notarization:tab.course'],
  },
  '/judicialEvidence/officialSeal': {
    as: 'enterprise',
    parts: [
      'heading notarization:resource.seals.title',
      'link notarization:resource.seals.add',
      'button common:export.open',
    ],
  },
  '/judicialEvidence/officialSeal/add': {
    as: 'enterprise',
    parts: [
      'heading notarization:notice.title',
      'checkbox notarization:notice.accept',
      'button notarization:notice.next',
    ],
  },
  '/judicialEvidence/officialSeal/apply': {
    as: 'enterprise',
    parts: [
      'heading notarization:form.officialSeal.title',
      'combobox notarization:field.officeId',
      'textbox notarization:field.sealName',
      'checkbox notarization:notice.accept',
      'button notarization:apply.save',
    ],
  },
  '/judicialEvidence/expertise': {
    as: 'enterprise',
    parts: [
      'heading notarization:resource.appraisals.title',
      'link notarization:resource.appraisals.add',
      'button common:export.open',
    ],
  },
  '/judicialEvidence/expertise/add': {
    as: 'enterprise',
    parts: ['heading notarization:pick.title', 'button notarization:pick.next'],
  },
  '/judicialEvidence/expertise/apply': {
    as: 'enterprise',
    parts: [
      'heading notarization:form.expertise.title',
      'combobox notarization:field.officeId',
      'textbox notarization:field.title',
      'button notarization:apply.save',
    ],
  },
  '/judicialEvidence/expertiseDetail/{id}': {
    as: 'enterprise',
    at: '/judicialEvidence/expertiseDetail/{order}',
    parts: [
      'tab notarization:tab.matter',
      'tab notarization:tab.evidence',
      'tab notarization:tab.files',
      'tab notarization:tab.course',
    ],
  },
}
