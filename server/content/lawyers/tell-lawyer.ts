import type { Services } from '../../kit/services.ts'
import { say } from '../../kit/words.ts'
import { platformById, platformName } from '../../platform/platform.service.ts'
import { settingsFor } from '../../platform/settings.service.ts'
import { caseFormQueue } from './case-form.queue.ts'
import { claimToldLawyer } from './case-forms.repo.ts'

const template = 'news.caseForm'
/** The directory does not say which language a lawyer reads: it is one of lawyers in China. */
const lang = 'zh-CN'

/**
 * Mails the lawyer what they are asked, all in one transaction: repeated, it finds nobody left to tell. Who asks is for staff to say.
 */
export async function tellLawyer(services: Services, job: { jobId: string; id: string }) {
  const { db, jobs, messages } = services
  await db.asSystem(async (tx) => {
    const told = messages.can('mail', template) ? await claimToldLawyer(tx, job.id) : undefined
    if (told) {
      const { platformId, number, title, content, name, mail } = told
      const site = await platformById(tx, platformId)
      const platform = platformName(site, lang)
      const { consultationPhone, email } = await settingsFor(services, site)
      const params = { platform, number, title, content, name, contact: consultationPhone ?? email ?? platform }
      await messages.send(tx, {
        platformId,
        channel: 'mail',
        recipient: mail,
        template,
        params: { platform, title },
        lang,
        subject: say(lang, 'news', 'lawyer.subject', params),
        text: say(lang, 'news', 'lawyer.text', params),
      })
    }
    await jobs.complete(tx, caseFormQueue, job.jobId)
  })
}
