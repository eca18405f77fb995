/**
 * The one table of error codes. `statusCode` travels in the envelope; words stand in
 * `locales/<lang>/errors.json` under `code.<name>`. Show types as in specification §8:
 * 0 silent, 1 warning, 2 error message, 4 notification, 9 error page.
 */
export interface ErrorRow {
  readonly statusCode: string
  readonly showType: 0 | 1 | 2 | 4 | 9
  /** Status line; handled refusals answer 200 because the old clients show a bare status for anything else. */
  readonly http: number
  /** True where operators must hear of it. */
  readonly reported?: boolean
}

const refusal = (statusCode: string, showType: ErrorRow['showType'] = 2): ErrorRow => ({
  statusCode,
  showType,
  http: 200,
})

export const errorTable = {
  'bad-parameter': refusal('500001'),
  /** The body is no JSON object and no form, or is one that breaks off. */
  'unreadable-body': refusal('500122'),
  /** 500002 means the session has gone and nothing else (specification §9). */
  'session-gone': refusal('500002', 0),
  forbidden: refusal('500003'),
  'not-found': refusal('500040'),
  'wrong-state': refusal('500033'),
  conflict: refusal('500034'),
  'too-frequent': { statusCode: '500025', showType: 1, http: 429 },
  'wrong-credentials': refusal('500060'),
  'captcha-wrong': refusal('500061'),
  /** After a few wrong passwords a captcha comes along with the next. */
  'captcha-needed': refusal('500124'),
  'code-wrong': refusal('500062'),
  'phone-taken': refusal('500063'),
  'origin-refused': refusal('500064'),
  'account-not-yours': refusal('500065'),
  /** The link of an invitation was used, is too old or was taken back. */
  'invitation-gone': refusal('500125'),
  'real-name-required': refusal('500066'),
  'unique-id-repeated': refusal('500055'),
  /** A hash was deposited and its original is not here yet: nothing can be certified of it. */
  'original-missing': refusal('500039'),
  'limit-reached': refusal('500074', 1),
  /** The main account lets this one start only so many captures a month. */
  'quota-short': refusal('500041', 1),
  /** What an account sent or declared and made nothing of is bounded in bytes. */
  'unfinished-full': refusal('500127', 1),
  /** An account stores only so many bytes. */
  'storage-quota': refusal('500128', 1),
  /** The account has less than it would cost. */
  'balance-short': refusal('500135', 1),
  /** The same to whoever may not see what the account has. */
  'account-short': refusal('500160', 1),
  /** The books of the account do not agree, and nothing of it is spent until they do. */
  'spending-stopped': { ...refusal('500136'), reported: true },
  /** What moves money is asked for by one person and decided by another. */
  'second-person-needed': refusal('500139'),
  /** Neither of two people may have made or raised the other one lately, nor the same third one both. */
  'independent-person-needed': refusal('500198'),
  'asker-only': refusal('500140'),
  /** Nobody else of the platform has the right to decide. */
  'nobody-to-approve': refusal('500199'),
  /** Another person's change of the same thing waits for its decision. */
  'approval-waits': refusal('500200'),
  /** It can no longer be carried out: its time has passed, or something else stands in its place. */
  'approval-outdated': refusal('500201'),
  /** Whoever acts shows again that it is them (`user/session/proof`); what was refused did nothing. */
  'proof-needed': refusal('500203', 1),
  /** A token that was handed over to be renewed: whoever sends it may be signed in all the same. */
  'old-token-gone': refusal('500202', 1),
  /** Two people of an office stand for a paper: this one took the step before. */
  'other-person-needed': refusal('500174'),
  /** The platform takes no new orders of judicial services. */
  'notarization-closed': refusal('500188', 1),
  /** The office takes no new orders. */
  'office-closed': refusal('500175', 1),
  'asker-gone': refusal('500142'),
  /** Its owner asked to close it, or it is closed: money would be lost there. */
  'account-leaving': refusal('500141'),
  /** The platform's staff have set no price for it. */
  'price-missing': { ...refusal('500143'), reported: true },
  /** It costs something else than the sender was shown. */
  'price-changed': refusal('500144', 1),
  /** No merchant stands behind this way of paying. */
  'channel-closed': refusal('500145'),
  /** The vendor did not answer, or asked to come again. */
  'channel-busy': refusal('500146'),
  /** Only the operator can put it right. */
  'channel-broken': { ...refusal('500147'), reported: true },
  /** So many payments of the account wait already. */
  'orders-waiting': refusal('500148', 1),
  /** More than a sub-account may spend this month. */
  'budget-short': refusal('500149', 1),
  /** Another invoice has some of the orders, or nothing of them can be invoiced any more. */
  'orders-invoiced': refusal('500152', 1),
  /** An invoice by which the tax is deducted is made out to verified enterprises. */
  'enterprise-unverified': refusal('500153'),
  /** Some order of a refused or reversed invoice was given back meanwhile. */
  'orders-given-back': refusal('500154'),
  /** Something of its orders was given back since the invoice was asked for. */
  'invoice-sum-changed': refusal('500155'),
  /** No tax gateway issues such invoices here. */
  'gateway-closed': refusal('500169'),
  /** A tax gateway may be issuing the invoice. */
  'gateway-busy': refusal('500170', 1),
  /** It may still answer. */
  'gateway-waiting': refusal('500171', 1),
  /** An invoice stands for the order that was to be paid back. */
  'order-invoiced': refusal('500156'),
  /** What failed was paid by a package, which has nothing left to pay for it again. */
  'package-spent': refusal('500157'),
  /** Only an enterprise's account, which is nobody's of the staff, can be an office. */
  'no-office': refusal('500173'),
  /** A package costs something when it is taken out, and nobody has paid for this one. */
  'download-unpaid': refusal('500172'),
  /** The package is not offered any more. */
  'offer-gone': refusal('500158'),
  /** Units would go back to a package that has ended meanwhile. */
  'package-ended': refusal('500168'),
  /** The platform names no account of a bank. */
  'transfers-closed': refusal('500159'),
  /** No vendor stands behind it. */
  'transfer-back': refusal('500161'),
  /** Staff look for it at the bank. */
  'transfer-checked': refusal('500162'),
  /** A month of the bill does not add up, or the books are stopped: no statement of it is given out. */
  'statement-differs': { ...refusal('500163'), reported: true },
  'statement-long': refusal('500164', 1),
  'sheet-long': refusal('500165', 1),
  /** So many sheets, documents, papers or names of one account, or of all, are worked on already. */
  busy: refusal('500166'),
  'transfers-waiting': refusal('500167', 1),
  'refund-too-much': refusal('500137'),
  /** More than a wallet holds, or a correction of more than it has. */
  'balance-bound': refusal('500138'),
  /** Only so many captures of one account wait at once. */
  'queue-full': refusal('500126', 1),
  /** What an account sent within a day and nothing holds yet is bounded. */
  'uploads-full': refusal('500079', 1),
  'account-disabled': refusal('500075'),
  /** Somebody with accounts of their own sets their own password. */
  'not-ours': refusal('500076'),
  /** The first step of signing in is done: `data.ticket` and a code of the authenticator go to `login/totp`. */
  'totp-needed': refusal('500090'),
  'totp-wrong': refusal('500091'),
  /** The ticket of a first step was used, or is too old: begin again. */
  'ticket-gone': refusal('500092'),
  /** Staff of a production platform must set up the second step before anything else. */
  'totp-required': refusal('500093'),
  /** What is asked takes an agreement that was not given, or was taken back. */
  'consent-needed': refusal('500110'),
  /** An attempt is open already. */
  'identity-open': refusal('500111', 1),
  'identity-tries': refusal('500112', 1),
  /** An enterprise is verified by a person who is. */
  'person-first': refusal('500113', 1),
  'too-many-photos': refusal('500114', 1),
  /** What staff would look at is gone with its consent. */
  'identity-erased': refusal('500115', 1),
  /** Pictures and verdicts take having said why one looks. */
  'reveal-first': refusal('500116', 1),
  'not-yourself': refusal('500117', 1),
  /** The person asked to be closed; taking that back opens everything again. */
  'account-closing': refusal('500118', 1),
  /** `data.obstacles` says what is settled first. */
  'closing-obstructed': refusal('500119', 1),
  'third-party-closed': refusal('500094'),
  /** Code or state are used, old or somebody else's: begin again at the vendor. */
  'third-party-again': refusal('500095'),
  /** The person did not agree at the vendor. */
  'third-party-refused': refusal('500096', 1),
  /** The vendor is busy or does not answer. */
  'third-party-busy': refusal('500097', 1),
  /** Keys, permissions or answers are wrong: the operator's to mend. */
  'third-party-broken': { statusCode: '500098', showType: 2, http: 200, reported: true },
  /** That WeChat or Alipay is bound to somebody, or this person has bound another one. */
  'third-party-taken': refusal('500099'),
  /** The same answer of the vendor came twice, and the first signed in. */
  'third-party-done': refusal('500080', 0),
  /** The phone is nobody's yet: `name`, `consent` and `agreementVersion` make an account; the code stays good. */
  'third-party-newcomer': refusal('500081', 1),
  /** Nothing else would be left to sign in with. */
  'last-way': refusal('500082'),
  /** A code to scan that was answered, belongs to another browser or person, or is too old. */
  'qr-gone': refusal('500083', 1),
  'qr-number-wrong': refusal('500084'),
  /** An address that signs in once was used, or its minute is over. */
  'bridge-gone': refusal('500085', 1),
  /** This browser is signed in as somebody else. */
  'bridge-other': refusal('500086', 1),
  'feedback-open': refusal('500073'),
  'retries-spent': refusal('500072'),
  'share-gone': refusal('500067', 0),
  /** A platform for the public opens no accounts before its staff published its terms. */
  'terms-missing': refusal('500123', 1),
  'not-ready': refusal('500068', 1),
  'unknown-platform': refusal('500069'),
  /** It answers nobody for the time being; what it has stays. */
  'platform-closed': { statusCode: '500186', showType: 2, http: 503 },
  /** Hosts that nobody claims lead to it: it is changed, not closed. */
  'default-platform': refusal('500187'),
  'sms-not-configured': refusal('500070'),
  'mail-not-configured': refusal('500071'),
  /** The clock is unproven, or the keys have ended or were revoked. */
  'no-time-stamps': { statusCode: '500503', showType: 4, http: 200, reported: true },
  /** The public endpoint of the time-stamp authority takes one kind of body. */
  'not-a-timestamp-query': refusal('500120'),
  /** One integrity audit at a time. */
  'integrity-running': refusal('500121', 1),
  'unknown-route': { statusCode: '500404', showType: 2, http: 404 },
  'two-hosts': { statusCode: '500400', showType: 2, http: 400 },
  /** A local installation answers to names that it knows: a page elsewhere may let its own name lead here (DNS rebinding). */
  'unknown-host': { statusCode: '500421', showType: 2, http: 421 },
  'too-large': { statusCode: '500413', showType: 2, http: 413 },
  'storage-full': { statusCode: '500507', showType: 4, http: 507, reported: true },
  /** The disk lost what was written to it: this process only reads until it is started again. */
  'storage-failed': { statusCode: '500508', showType: 4, http: 503, reported: true },
  /** Store or database do not answer: whoever comes again in some seconds may find them back. */
  'part-away': { statusCode: '500509', showType: 4, http: 503, reported: true },
  internal: { statusCode: '500000', showType: 4, http: 500, reported: true },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable

/** Of calls that answer with bytes: these have no envelope on success, so what refuses them has a status that a download can see. */
const byteStatus: Partial<Record<ErrorCode, number>> = {
  'session-gone': 401,
  forbidden: 403,
  'account-not-yours': 403,
  'not-found': 404,
  'share-gone': 410,
}

/** The status line of a refusal, as README says it: 200 where an envelope tells the rest, but for the few that have their own. */
export const statusOfRefusal = (code: ErrorCode, givesBytes: boolean): number =>
  givesBytes ? (byteStatus[code] ?? Math.max(errorTable[code].http, 400)) : errorTable[code].http
