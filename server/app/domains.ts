import { accountsDomain } from '../accounts/accounts.domain.ts'
import { hasOpenOffice } from '../accounts/offices/offices.read.ts'
import { openWays } from '../accounts/third-party/ways.service.ts'
import { addressesDomain } from '../addresses/addresses.domain.ts'
import { capturesDomain, type CapturesContext } from '../captures/captures.domain.ts'
import { requestCertificate } from '../certificates/certificate-due.service.ts'
import { certificatesDomain } from '../certificates/certificates.domain.ts'
import { contentDomain } from '../content/content.domain.ts'
import { dataRightsDomain } from '../data-rights/data-rights.domain.ts'
import { evidenceDomain } from '../evidence/evidence.domain.ts'
import { invoicesDomain } from '../invoices/invoices.domain.ts'
import { kindTable } from '../kinds/kind-table.ts'
import type { RecordNames } from '../kit/audit/record-names.ts'
import { erasuresOf, sectionsOf } from '../kit/personal-data/personal-data.ts'
import type { Domain } from '../kit/work/domain.ts'
import { messagesDomain } from '../messages/messages.domain.ts'
import { channelsOf } from '../payments/channels/channels.service.ts'
import { firstPrices } from '../payments/prices/prices.service.ts'
import { valueAddedOf } from '../payments/prices/value-added.ts'
import { paymentsDomain } from '../payments/payments.domain.ts'
import { openApiDomain } from '../open-api/open-api.domain.ts'
import { notarizationDomain } from '../notarization/notarization.domain.ts'
import { operatorDomain } from '../operator/operator.domain.ts'
import { platformDomain } from '../platform/platform.domain.ts'
import type { DictionaryPorts } from '../platform/settings.service.ts'
import { realNameDomain } from '../real-name/real-name.domain.ts'
import { registryDomain } from '../registry/registry.domain.ts'
import { chainModeOf, chainTimeOf } from '../trust/anchors/anchors.service.ts'
import { trustDomain } from '../trust/trust.domain.ts'

/** Everything that a domain may need to work; each says itself what it takes of it. */
export type AppContext = CapturesContext

/** What the dictionary of a platform tells of domains above it. */
export const dictionaryPorts: DictionaryPorts = {
  openWays,
  chainModeOf,
  payChannelsOf: channelsOf,
  pricesOf: firstPrices,
  valueAddedOf,
  chainTimeOf,
  hasOffice: hasOpenOffice,
}

/** Every domain of the service, lowest first. What a lower one takes from a higher one is handed to it here. */
export const domains: readonly Domain<AppContext>[] = [
  platformDomain({ recordNames: () => recordNames, approvals: () => approvals, ...dictionaryPorts }),
  realNameDomain,
  trustDomain,
  accountsDomain,
  addressesDomain,
  paymentsDomain,
  evidenceDomain({ requestCertificate }),
  messagesDomain,
  capturesDomain({ requestCertificate, kinds: kindTable }),
  registryDomain({ kinds: kindTable }),
  certificatesDomain,
  invoicesDomain,
  notarizationDomain,
  contentDomain,
  operatorDomain,
  openApiDomain,
  dataRightsDomain({ sections: () => sections, erasures: () => erasures }),
]

/** What operators may set, of every domain. */
export const settings = domains.flatMap((domain) => domain.settings ?? [])

/** Where jobs wait, of every domain. */
export const queues = domains.flatMap((domain) => domain.queues ?? [])

const personalData = domains.flatMap((domain) => domain.personalData ?? [])

/** What a copy of somebody's data has of each domain. */
export const sections = sectionsOf(personalData)

/** What each domain takes away when somebody leaves, lowest first. */
export const erasures = erasuresOf(personalData)

/** Changes that two people make, of every domain. */
const approvals = domains.flatMap((domain) => domain.approvals ?? [])

/** What records are called, of every domain. */
const recordNames: RecordNames = Object.assign({}, ...domains.map((domain) => domain.recordNames))
