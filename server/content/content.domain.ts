import { defineDomain } from '../kit/work/domain.ts'
import { contentRoutes, shownRoutes } from './content.routes.ts'
import {
  caseFormRoutes,
  lawyerFieldRoutes,
  lawyerRoutes,
  ownCaseFormRoutes,
  staffLawyerRoutes,
} from './lawyers/lawyers.routes.ts'
import { caseFormQueue } from './lawyers/case-form.queue.ts'
import { sweepCases } from './lawyers/case-forms.repo.ts'
import { tellLawyer } from './lawyers/tell-lawyer.ts'
import { lawyersPersonalData } from './lawyers/personal-data.ts'
import { contentPersonalData } from './personal-data.ts'

/** What staff write for visitors of the website, the lawyers whom they show, and what those are asked. */
export const contentDomain = defineDomain({
  name: 'content',
  personalData: {
    sections: [...(contentPersonalData.sections ?? []), ...(lawyersPersonalData.sections ?? [])],
    async erase(tx, leaving) {
      await contentPersonalData.erase?.(tx, leaving)
      await lawyersPersonalData.erase?.(tx, leaving)
    },
  },
  recordNames: {
    content: { table: 'content_title', column: 'title_zh', only: 'staff', unsearched: true },
    lawyer: { table: 'lawyer', column: 'name', only: 'staff', unsearched: true },
    'lawyer-field': { table: 'lawyer_field', column: 'field_zh', only: 'staff', unsearched: true },
    'case-form': { table: 'case_form', column: 'number', unsearched: true },
  },
  queues: [caseFormQueue],
  work: ({ services }) => ({
    jobs: [{ queue: caseFormQueue, concurrency: 1, run: (job) => tellLawyer(services, job) }],
  }),
  sweeps: [{ name: 'case forms of visitors', everySeconds: 3_600, run: ({ db }) => sweepCases(db) }],
  routes: (services) => [
    contentRoutes(services),
    shownRoutes(services),
    lawyerRoutes(services),
    ownCaseFormRoutes(services),
    staffLawyerRoutes(services),
    lawyerFieldRoutes(services),
    caseFormRoutes(services),
  ],
})
