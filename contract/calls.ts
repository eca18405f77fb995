import { handOverCalls } from './accounts/hand-over.ts'
import { invitationCalls } from './accounts/invitations.ts'
import { mailCalls } from './accounts/mail.ts'
import { officeCalls, officePeopleCalls } from './accounts/offices.ts'
import { phoneCalls } from './accounts/phone.ts'
import { sessionCalls } from './accounts/session.ts'
import { settingsCalls } from './accounts/settings.ts'
import { subAccountCalls } from './accounts/sub-accounts.ts'
import { subInvitationCalls } from './accounts/sub-invitations.ts'
import { thirdPartyCalls } from './accounts/third-party.ts'
import { totpCalls } from './accounts/totp.ts'
import { addressCalls } from './addresses/addresses.ts'
import { divisionCalls } from './addresses/divisions.ts'
import { batchCalls } from './captures/batch.ts'
import { webCaptureCalls } from './captures/web.ts'
import { certificateCalls } from './certificates/certificate.ts'
import { deliveryCalls } from './certificates/delivery.ts'
import { shareCalls } from './certificates/share.ts'
import { contentCalls } from './content/content.ts'
import { shownCalls } from './content/shown.ts'
import { courtCalls } from './evidence/court.ts'
import { downloadCalls } from './evidence/downloads.ts'
import { evidenceCalls } from './evidence/evidence.ts'
import { storageCalls } from './evidence/storage.ts'
import { feedbackCalls } from './evidence/feedback.ts'
import { closingCalls } from './data-rights/closing.ts'
import { dataCopyCalls } from './data-rights/copies.ts'
import { headerCalls } from './invoices/headers.ts'
import { invoiceCalls } from './invoices/invoices.ts'
import { staffInvoiceCalls } from './invoices/staff-invoices.ts'
import { caseFormCalls, ownCaseFormCalls } from './content/case-forms.ts'
import { lawyerFieldCalls, staffLawyerCalls } from './content/directory.ts'
import { lawyerCalls } from './content/lawyers.ts'
import { messageChoiceCalls } from './messages/choices.ts'
import { messageCalls } from './messages/messages.ts'
import { announcementCalls } from './messages/announcements.ts'
import { callbackCalls } from './open-api/callbacks.ts'
import { keyCalls } from './open-api/keys.ts'
import { registeredKeyCalls } from './open-api/registered-keys.ts'
import { notarizationCalls } from './notarization/notarization-calls.ts'
import { officeOrderCalls } from './notarization/office-orders.ts'
import { orderCalls } from './notarization/orders.ts'
import { preservationCalls } from './notarization/preservation.ts'
import { standingCalls } from './notarization/standing.ts'
import { officeSealCalls } from './notarization/office-seal.ts'
import { templateCalls } from './notarization/templates.ts'
import { accountCalls } from './operator/accounts.ts'
import { jobCalls } from './operator/jobs.ts'
import { staffMessageCalls } from './operator/messages.ts'
import { outboxCalls } from './operator/outbox.ts'
import { personCalls } from './operator/people.ts'
import { platformCalls } from './operator/platforms.ts'
import { timestampCalls } from './operator/timestamps.ts'
import { trustCalls } from './operator/trust.ts'
import { adjustmentCalls } from './payments/adjustments.ts'
import { approvalCalls } from './platform/approvals.ts'
import { offerCalls, packageCalls } from './payments/packages.ts'
import { payOrderCalls } from './payments/pay-orders.ts'
import { priceCalls } from './payments/prices.ts'
import { reconciliationCalls } from './payments/reconciliations.ts'
import { staffOrderCalls } from './payments/staff-orders.ts'
import { statementCalls } from './payments/statements.ts'
import { staffTransferCalls, transferCalls } from './payments/transfers.ts'
import { walletCalls } from './payments/wallet.ts'
import { certifyCalls } from './real-name/certify.ts'
import { consentCalls } from './real-name/consents.ts'
import { identityReviewCalls } from './real-name/review.ts'
import { auditCalls } from './platform/audit.ts'
import { behaviorCalls } from './platform/behavior.ts'
import { calendarCalls } from './platform/calendar.ts'
import { configFileCalls } from './platform/config-file.ts'
import { dictEntryCalls } from './platform/dictionary-entries.ts'
import { dictionaryCalls } from './platform/dictionary.ts'
import { legalCalls } from './platform/legal.ts'
import { exportCalls } from './platform/exports.ts'
import { fileCalls } from './platform/files.ts'
import { historyCalls } from './platform/history.ts'
import { listViewCalls } from './platform/list-views.ts'
import { liveCalls } from './platform/live.ts'
import { settingsOfPlatformCalls } from './platform/settings.ts'
import { depositCalls } from './registry/deposits.ts'
import { uploadCalls } from './registry/uploads.ts'
import { workCalls } from './registry/works.ts'
import { anchorCalls } from './trust/anchors.ts'
import { chainCalls } from './trust/chain.ts'
import { integrityCalls } from './trust/integrity.ts'

/** Every call of the service, by resource. Routes, OpenAPI, the client and the rights matrix derive from this. */
export const calls = {
  dictionary: dictionaryCalls,
  live: liveCalls,
  session: sessionCalls,
  settings: settingsCalls,
  phone: phoneCalls,
  mail: mailCalls,
  totp: totpCalls,
  thirdParty: thirdPartyCalls,
  handOver: handOverCalls,
  subAccounts: subAccountCalls,
  subInvitations: subInvitationCalls,
  invitations: invitationCalls,
  messages: messageCalls,
  messageChoices: messageChoiceCalls,
  outbox: outboxCalls,
  evidence: evidenceCalls,
  storage: storageCalls,
  feedback: feedbackCalls,
  webCaptures: webCaptureCalls,
  batches: batchCalls,
  uploads: uploadCalls,
  deposits: depositCalls,
  works: workCalls,
  share: shareCalls,
  delivery: deliveryCalls,
  downloads: downloadCalls,
  certificates: certificateCalls,
  behavior: behaviorCalls,
  payOrders: payOrderCalls,
  staffOrders: staffOrderCalls,
  packageOffers: offerCalls,
  packages: packageCalls,
  prices: priceCalls,
  statements: statementCalls,
  staffTransfers: staffTransferCalls,
  transfers: transferCalls,
  wallet: walletCalls,
  adjustments: adjustmentCalls,
  approvals: approvalCalls,
  reconciliations: reconciliationCalls,
  judicialOrders: orderCalls,
  notarization: notarizationCalls,
  officeOrders: officeOrderCalls,
  preservation: preservationCalls,
  standing: standingCalls,
  officeSeal: officeSealCalls,
  templates: templateCalls,
  offices: officeCalls,
  officePeople: officePeopleCalls,
  invoiceHeaders: headerCalls,
  invoices: invoiceCalls,
  staffInvoices: staffInvoiceCalls,
  addresses: addressCalls,
  divisions: divisionCalls,
  listViews: listViewCalls,
  exports: exportCalls,
  history: historyCalls,
  audit: auditCalls,
  operatorPeople: personCalls,
  operatorAccounts: accountCalls,
  operatorJobs: jobCalls,
  operatorTimestamps: timestampCalls,
  operatorMessages: staffMessageCalls,
  announcements: announcementCalls,
  content: contentCalls,
  shownContent: shownCalls,
  lawyers: lawyerCalls,
  staffLawyers: staffLawyerCalls,
  lawyerFields: lawyerFieldCalls,
  ownCaseForms: ownCaseFormCalls,
  caseForms: caseFormCalls,
  dictEntries: dictEntryCalls,
  legal: legalCalls,
  files: fileCalls,
  platformSettings: settingsOfPlatformCalls,
  configFile: configFileCalls,
  calendar: calendarCalls,
  apiKeys: keyCalls,
  registeredKeys: registeredKeyCalls,
  callbacks: callbackCalls,
  certify: certifyCalls,
  consents: consentCalls,
  identityReview: identityReviewCalls,
  dataCopies: dataCopyCalls,
  closing: closingCalls,
  courts: courtCalls,
  chain: chainCalls,
  anchors: anchorCalls,
  integrity: integrityCalls,
  operatorTrust: trustCalls,
  platforms: platformCalls,
} as const
