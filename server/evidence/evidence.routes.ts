import { evidenceCalls } from '../../contract/evidence/evidence.ts'
import { implement } from '../kit/calls/implement.ts'
import type { Services } from '../kit/services.ts'
import { labelCounts, operatorsOf } from './evidence.repo.ts'
import * as evidence from './evidence.service.ts'
import { tiles, fileBytes, artefactBytes, artefactLink } from './evidence-files.service.ts'

export const evidenceRoutes = (services: Services) =>
  implement(evidenceCalls, {
    list: (caller, { body }) => evidence.list(services, caller, body),
    labels: async (caller) => ({ list: await services.db.forAccount(caller, (tx) => labelCounts(tx, caller)) }),
    operators: async (caller) => ({ list: await services.db.forAccount(caller, (tx) => operatorsOf(tx, caller)) }),
    detail: async (caller, { body: { ano, fields } }) => {
      const all = await evidence.detail(services, caller, ano)
      // Whoever asks for some gets those alone, which the type of those that ask for all cannot tell.
      return fields?.length ? (Object.fromEntries(fields.map((f) => [f, all[f]])) as unknown as typeof all) : all
    },
    issuable: (caller, { body }) => evidence.issuable(services, caller, body.anos),
    update: async (caller, { params, body }) => {
      await evidence.update(services, caller, params.id, body)
      return null
    },
    relabel: async (caller, { params, body }) => {
      await evidence.relabel(services, caller, params.id, body.labels)
      return { labels: body.labels }
    },
    hide: async (caller, { params, body }) => {
      await evidence.hide(services, caller, params.id, body.hidden)
      return null
    },
    hideMany: (caller, { body }) => evidence.hideMany(services, caller, body.ids, body.hidden),
    relabelMany: (caller, { body }) => evidence.relabelMany(services, caller, body),
    tiles: (caller, { body }) => tiles(services, caller, body.no, body.page),
    fileBytes: (caller, { params }) => fileBytes(services, caller, params.id),
    pdf: async (caller, { query }) => ({
      pdfUrl: (await artefactLink(services, caller, query.no, 'certificate')).link,
    }),
    pdfBytes: (caller, { params }) => artefactBytes(services, caller, params.ano, 'certificate'),
    packageLink: (caller, { params }) => artefactLink(services, caller, params.ano, 'package'),
    packageBytes: (caller, { params }) => artefactBytes(services, caller, params.ano, 'package'),
  })
