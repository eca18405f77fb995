import type { Right } from '../../../contract/kit/rights.ts'
import { ownRecordSamples } from '../../kit/own-records.ts'

/**
 * Which right each call must need: right, group of calls, names of its calls. Written by hand from what a call does and to whom the rules of
 * the platform give that, and never taken from the contract: this is what the contract is held against. Calls of records that accounts
 * keep for themselves stand in the sample of the kind, `tests/<domain>/<resource>.sample.ts`.
 */
type RightsOfCalls = Partial<Record<Right, Readonly<Record<string, string>>>>

/** Visitors: what a platform tells everybody, the way in, and what somebody was given a secret for. */
const visitors: RightsOfCalls = {
  public: {
    announcements: 'list get',
    lawyers: 'list fields cities details sendCode submit',
    shownContent: 'banners products newsList news help partners counters activity',
    behavior: 'count',
    callbacks: 'signers',
    chain: 'info record',
    // Anybody may read what people are asked to agree to.
    consents: 'texts',
    // Whoever has the number and its code takes the package.
    delivery: 'checkCode collect',
    dictEntries: 'offered',
    dictionary: 'dictionary',
    // Pictures of the platform itself; any other file is refused.
    files: 'shown',
    handOver: 'qr qrStatus swap',
    legal: 'read',
    // `bind` and `sendCode` ask for a session or for the ticket of a third party that signed somebody in.
    phone: 'sendCode bind info',
    platformSettings: 'names',
    // Whoever has a paper has its number.
    standing: 'ofPaper',
    prices: 'current some one',
    session:
      'captcha message memberMessage sendLoginCode sendRegisterCode login loginTotp register appRegister sendPasswordCode resetPassword logout renewToken',
    share: 'open openPackage openFile previewFile byHash byNumber',
    subInvitations: 'open sendCode accept',
    thirdParty: 'begin signIn',
  },
}

/** Everybody with a session, staff too: themselves, what they were told, how they like their lists. */
const everybody: RightsOfCalls = {
  'signed-in': {
    // Hashes and forgets; takes megabytes, which no visitor may send.
    certificates: 'hashOfFile',
    certify: 'info status sendPhoto sendPhotoText photo submitPersonal aliCertify aliRedirect aliQuery cancel',
    closing: 'state ask takeBack',
    consents: 'list give withdraw',
    dataCopies: 'list ask download identity',
    divisions: 'provinces below name',
    exports: 'tell',
    files: 'uploadPicture upload sent',
    handOver: 'scan decide bridge',
    // Each kind of record asks for its own right inside.
    history: 'of',
    listViews: 'list create update remove setLayout',
    live: 'stream',
    ownCaseForms: 'list get',
    mail: 'sendCode set remove',
    messageChoices: 'get save',
    messages: 'list get remove read count',
    phone: 'prove',
    // What is there to pay with is shown to whoever may see it.
    prices: 'quote',
    session: 'switchList switchTo proveAgain bean',
    settings: 'profile update changePassword sessions endSession endOtherSessions',
    shownContent: 'hideActivity',
    thirdParty: 'beginBinding bind rebind unbind',
    totp: 'begin turnOn turnOff renewCodes',
  },
  'friends.invite': { invitations: 'list' },
}

const evidence: RightsOfCalls = {
  'captures.start': { batches: 'template check submit', webCaptures: 'start retry confirm cancel' },
  'deposits.make': {
    deposits: 'files hash original',
    uploads: 'upload uploadToConfirm list info remove',
    works: 'deposit',
  },
  'evidence.read': {
    batches: 'batches captures',
    certificates: 'inner signature',
    courts: 'standing',
    deposits: 'fileList hashList preview list',
    // `pdf` says where the certificate is; its bytes take the right to download.
    evidence: 'list labels operators detail issuable tiles fileBytes pdf',
    feedback: 'latest',
    webCaptures: 'list preview',
    works: 'list info',
  },
  'evidence.write': {
    deposits: 'renameFile takeBack',
    evidence: 'update relabel hide hideMany relabelMany',
    feedback: 'give withdraw',
  },
  'evidence.download': {
    delivery: 'bundle bundleBytes zip',
    downloads: 'quote pay',
    evidence: 'pdfBytes packageLink packageBytes',
  },
  // Whatever lets strangers see evidence, and what says that they may.
  'evidence.share': { delivery: 'makeCode codeState endCode liftCodeRest', share: 'create list revoke' },
}

/** What only the owner of an account does. */
const owners: RightsOfCalls = {
  'account.manage': {
    // Papers of an enterprise; a person's own are theirs, whoever's account they act in.
    certify: 'sendPaper removePaper submitEnterprise',
    settings: 'renameAccount',
    wallet: 'alert',
    storage: 'usage',
  },
  'audit.read': { audit: 'list get people' },
  'money.read': {
    wallet: 'info bill',
    payOrders: 'ways list get',
    transfers: 'details list get',
    packages: 'offers list get uses',
    statements: 'spending list download',
  },
  'money.pay': {
    notarization: 'payOnline',
    payOrders: 'recharge ask close',
    transfers: 'send withdraw',
    packages: 'price buy',
  },
  'invoices.read': { invoices: 'list get file' },
  'invoices.write': { invoices: 'apply reapply orders withdraw' },
  'judicial.read': {
    judicialOrders: 'list appraisals seals purchases get custody offices file paper record',
    notarization: 'template list get info evidence choosable admin pdf seal sealPicture',
    preservation: 'list get file',
  },
  'judicial.write': {
    judicialOrders: 'saveExpertise saveOfficialSeal savePurchase remove addFile removeFile makeRecord say step',
    notarization: 'save abandon message sign pay',
    preservation: 'make',
  },
  'keys.manage': {
    apiKeys: 'list create get update setStatus revoke log',
    registeredKeys: 'list create',
    callbacks: 'list trial again',
  },
  'subAccounts.manage': {
    subAccounts: 'sendCode create setPassword list get update setStatus setStatusOfMany removeMany',
    subInvitations: 'invite list withdraw',
  },
}

/** Offices that answer orders of judicial services. */
const offices: RightsOfCalls = {
  'office.read': {
    officeOrders: 'list get custody people file paper record evidence evidenceFile package',
    officePeople: 'list',
    officeSeal: 'get picture',
  },
  // What a step decides asks for more inside.
  'office.assist': { officeOrders: 'assign addFile removeFile makeRecord say step' },
  'office.templates': { templates: 'list get version add change setOffered' },
  'office.manage': { officePeople: 'setRole', officeSeal: 'set withdraw' },
}

const staff: RightsOfCalls = {
  'operator.approve': { approvals: 'list get apply refuse withdraw' },
  'operator.audit': { audit: 'platformList platformGet' },
  'operator.content': {
    announcements: 'staffList staffGet create update publish withdraw pin remove',
    content: 'list get create update publish withdraw remove versions version restore preview',
    staffLawyers: 'list get create update setShown',
    lawyerFields: 'list get create update remove',
  },
  'operator.feedback': {
    feedback: 'review picture answer',
    // Who asked is sealed: seeing it takes a reason.
    caseForms: 'list get reveal file accept answer close erase',
  },
  'operator.identities': { identityReview: 'list get reveal photo judge revoke' },
  'operator.jobs': {
    anchors: 'chains list get retry',
    integrity: 'list get findings start',
    operatorJobs: 'list get retry cancel',
    operatorTimestamps: 'overview trial',
    operatorTrust: 'overview',
  },
  'operator.outbox': { outbox: 'list get retry' },
  'operator.people': {
    operatorAccounts: 'list get setStanding setStorage setTimestamps',
    operatorMessages: 'list get toPerson toAccount',
    operatorPeople: 'list get revealPhone setStanding signOut',
  },
  'operator.money': {
    adjustments: 'list get ask apply refuse withdraw',
    staffOrders: 'list get notices paybacks askPayback clear',
    staffTransfers: 'list get picture arrive refuse',
    reconciliations: 'list get differences compare clear',
    staffInvoices: 'list get take submit stop issue issueMany addFile refuse mail reverse file',
  },
  'platform.manage': {
    calendar: 'list mark import remove',
    dictEntries: 'saveWhole whole list get create update setActive',
    legal: 'list get publish',
    offices: 'list get save setOpen',
    packageOffers: 'list add sell',
    prices: 'versions add remove',
    // Takes a second step away, which lets whoever has the password in: not every operator's.
    operatorPeople: 'resetTotp',
    platformSettings: 'get save',
    configFile: 'download check save',
  },
  // On the default platform alone.
  'installation.manage': { platforms: 'list get create update addAdministrator close open' },
}

const tables: RightsOfCalls[] = [
  visitors,
  everybody,
  evidence,
  owners,
  offices,
  staff,
  ...ownRecordSamples.map(({ group, rights }) =>
    Object.fromEntries(Object.entries(rights).map(([right, names]) => [right, { [group]: names }])),
  ),
]

/** Each line of the tables: a call, `group.name`, and the right it must need. */
export const callRights: readonly { title: string; right: Right }[] = tables.flatMap((table) =>
  Object.entries(table).flatMap(([right, groups]) =>
    Object.entries(groups).flatMap(([group, names]) =>
      names.split(' ').map((name) => ({ title: `${group}.${name}`, right: right as Right })),
    ),
  ),
)

const rightByTitle = new Map(callRights.map(({ title, right }) => [title, right]))

/** What a call must need, whatever the contract says. */
export function rightOfCall(title: string): Right {
  const right = rightByTitle.get(title)
  if (!right) throw new Error(`${title} stands in no table of tests/rules/matrix/call-rights.ts`)
  return right
}
