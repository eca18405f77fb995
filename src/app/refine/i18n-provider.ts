import type { I18nProvider } from '@refinedev/core'
import i18next from 'i18next'
import type { Resource } from '../../kit/resource/resource.ts'
import { fieldWords, resourceWords, sayKey } from '../../kit/resource/words.ts'

/** What Refine's hooks and buttons say by themselves, in words that we have. */
const words: Record<string, string> = {
  'notifications.success': 'form.saved',
  'notifications.createSuccess': 'form.saved',
  'notifications.editSuccess': 'form.saved',
  'notifications.deleteSuccess': 'refine.deleted',
  'notifications.importProgress': 'import.progress',
  'notifications.undoable': 'refine.undoable',
  'notifications.error': 'failed',
  'notifications.createError': 'failed',
  'notifications.editError': 'failed',
  'notifications.deleteError': 'failed',
  'buttons.save': 'save',
  'buttons.cancel': 'cancel',
  'buttons.close': 'close',
  'buttons.delete': 'refine.delete',
  'buttons.edit': 'refine.edit',
  'buttons.show': 'refine.show',
  'buttons.create': 'refine.create',
  'buttons.list': 'refine.list',
  'buttons.confirm': 'refine.sure',
  'buttons.undo': 'refine.undo',
  'buttons.refresh': 'refresh',
  'buttons.export': 'export.open',
  'buttons.import': 'import.open',
  'buttons.clear': 'refine.clear',
  'buttons.filter': 'refine.filter',
  'buttons.logout': 'console:shell.signOut',
  'buttons.notAccessTitle': 'forbidden',
  'pages.error.info': 'noPage',
  'pages.error.backHome': 'home',
  warnWhenUnsavedChanges: 'form.leaveTitle',
}

/** `<resource>.<resource>`, `<resource>.titles.<page>` and `<resource>.fields.<field>`, as Refine names them. */
function ofResource(resources: readonly Resource[], key: string): string | undefined {
  const [name, part, field] = key.split('.')
  const resource = resources.find((r) => r.name === name)
  if (!resource) return undefined
  if (part === name) return resourceWords(i18next.t, resource, 'one')
  if (part === 'fields' && field) return fieldWords(i18next.t, resource, field)
  if (part !== 'titles') return undefined
  const title = { create: 'add', edit: 'edit', show: 'one' }[field ?? ''] ?? 'title'
  return resourceWords(i18next.t, resource, title)
}

/** i18next under Refine: with it stock hooks, buttons and pages speak as the rest of the console. */
export const i18nProvider = (resources: readonly Resource[]): I18nProvider => ({
  translate(key: string, options?: unknown, otherwise?: string) {
    const fallback = typeof options === 'string' ? options : otherwise
    const params = typeof options === 'object' && options ? (options as Record<string, unknown>) : {}
    const ours = words[key]
    return ours ? sayKey(i18next.t, ours, params) : (ofResource(resources, key) ?? fallback ?? key)
  },
  changeLocale: (language: string) => i18next.changeLanguage(language),
  getLocale: () => i18next.language,
})
