import { defineDomain } from '../kit/work/domain.ts'
import { sweepChallenges } from './codes/challenges.repo.ts'
import { handOverRoutes } from './hand-over/hand-over.routes.ts'
import { sweepQrs } from './hand-over/qr.repo.ts'
import { invitationRoutes } from './members/invitations.routes.ts'
import { deciderApproval } from './offices/decider-approval.ts'
import { officePeopleRoutes, officeRoutes } from './offices/offices.routes.ts'
import { mailRoutes } from './contact/mail.routes.ts'
import { phoneRoutes } from './contact/phone.routes.ts'
import { sessionRoutes } from './sign-in/session.routes.ts'
import { sweepKnownDevices } from './sign-in/known-devices.repo.ts'
import { sweepSessions } from './sign-in/sessions.repo.ts'
import { settingsRoutes } from './settings.routes.ts'
import { subAccountRoutes } from './members/sub-accounts.routes.ts'
import { sweepInvitations } from './members/sub-invitations.repo.ts'
import { subInvitationRoutes } from './members/sub-invitations.routes.ts'
import { thirdPartyRoutes } from './third-party/third-party.routes.ts'
import { wechatSettings } from './third-party/wechat.settings.ts'
import { sweepAttempts } from './third-party/attempts.repo.ts'
import { totpRoutes } from './proofs/totp.routes.ts'
import { accountsPersonalData } from './personal-data.ts'

/** Who signs in, and for which account. */
export const accountsDomain = defineDomain({
  name: 'accounts',
  settings: [wechatSettings],
  personalData: accountsPersonalData,
  approvals: [deciderApproval],
  recordNames: {
    account: { table: 'account', column: 'name', only: 'staff' },
    person: { table: 'person', column: 'name' },
    office: { table: 'account', column: 'name', only: 'staff' },
  },
  routes: (services) => [
    sessionRoutes(services),
    settingsRoutes(services),
    phoneRoutes(services),
    mailRoutes(services),
    totpRoutes(services),
    thirdPartyRoutes(services),
    handOverRoutes(services),
    subAccountRoutes(services),
    subInvitationRoutes(services),
    invitationRoutes(services),
    officeRoutes(services),
    officePeopleRoutes(services),
  ],
  sweeps: [
    { name: 'challenges', everySeconds: 10, run: ({ db }) => sweepChallenges(db) },
    { name: 'sign-ins at third parties', everySeconds: 10, run: ({ db }) => sweepAttempts(db) },
    { name: 'sign-in QR codes', everySeconds: 10, run: ({ db }) => sweepQrs(db) },
    { name: 'invitations of sub-accounts', everySeconds: 3_600, run: ({ db }) => sweepInvitations(db) },
    { name: 'sessions', everySeconds: 10, run: ({ db }) => sweepSessions(db) },
    { name: 'known devices', everySeconds: 3_600, run: ({ db }) => sweepKnownDevices(db) },
  ],
})
