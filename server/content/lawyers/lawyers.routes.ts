import { caseFormCalls, ownCaseFormCalls } from '../../../contract/content/case-forms.ts'
import { lawyerFieldCalls, staffLawyerCalls } from '../../../contract/content/directory.ts'
import { lawyerCalls } from '../../../contract/content/lawyers.ts'
import { implement } from '../../kit/calls/implement.ts'
import type { Services } from '../../kit/services.ts'
import * as cases from './case-forms.service.ts'
import * as directory from './directory.service.ts'
import * as fields from './lawyer-fields.service.ts'
import * as lawyers from './lawyers.service.ts'
import { sendCaseCode, submitCase } from './submit-case.service.ts'

export const lawyerRoutes = (services: Services) =>
  implement(lawyerCalls, {
    list: (visitor, { body }) => directory.list(services, visitor, body),
    fields: (visitor) => directory.fields(services, visitor),
    cities: (visitor) => directory.cities(services, visitor),
    details: (visitor, { params }) => directory.details(services, visitor, params.a),
    sendCode: (visitor, { body }) => sendCaseCode(services, visitor, body),
    submit: (guest, { body }) => submitCase(services, guest, body),
  })

export const ownCaseFormRoutes = (services: Services) =>
  implement(ownCaseFormCalls, {
    list: (caller, { query }) => cases.listOwn(services, caller, query),
    get: (caller, { params }) => cases.getOwn(services, caller, params.id),
  })

export const staffLawyerRoutes = (services: Services) =>
  implement(staffLawyerCalls, {
    list: (caller, { query }) => lawyers.list(services, caller, query),
    get: (caller, { params }) => lawyers.get(services, caller, params.id),
    create: (caller, { body }) => lawyers.create(services, caller, body),
    update: (caller, { params, body }) => lawyers.update(services, caller, params.id, body),
    setShown: async (caller, { params, body }) => (
      await lawyers.setShown(services, caller, params.id, body.shown),
      null
    ),
  })

export const lawyerFieldRoutes = (services: Services) =>
  implement(lawyerFieldCalls, {
    list: (caller, { query }) => fields.list(services, caller, query),
    get: (caller, { params }) => fields.get(services, caller, params.id),
    create: (caller, { body }) => fields.create(services, caller, body),
    update: (caller, { params, body }) => fields.update(services, caller, params.id, body),
    remove: async (caller, { params }) => (await fields.remove(services, caller, params.id), null),
  })

export const caseFormRoutes = (services: Services) =>
  implement(caseFormCalls, {
    list: (caller, { query }) => cases.list(services, caller, query),
    get: (caller, { params }) => cases.get(services, caller, params.id),
    reveal: (caller, { params, body }) => cases.reveal(services, caller, params.id, body.reason),
    file: (caller, { params }) => cases.file(services, caller, params.id, params.fileId),
    accept: async (caller, { params, body }) => (await cases.accept(services, caller, params.id, body.version), null),
    answer: async (caller, { params, body }) => (
      await cases.answer(services, caller, params.id, body.answer, body.version),
      null
    ),
    erase: async (caller, { params, body }) => (await cases.erase(services, caller, params.id, body.reason), null),
    close: async (caller, { params, body }) => (
      await cases.close(services, caller, params.id, body.reason, body.version),
      null
    ),
  })
