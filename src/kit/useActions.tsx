import { App } from 'antd'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useQueryClient } from '@tanstack/react-query'
import { keys } from '@refinedev/core'
import { useConsole } from './console-context.ts'
import type { Action, Resource } from './resource.ts'
import { useNotices } from './useNotices.ts'

/** A resource's actions that this person may take, and the way to take one. */
export function useActions<Row extends { id: string }>(resource: Resource<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const { can, client } = useConsole()
  const { modal } = App.useApp()
  const notices = useNotices()
  const queries = useQueryClient()
  const [open, setOpen] = useState<{ action: Action<Row>; row: Row } | null>(null)
  const actions = resource.actions.filter((a) => can(a.right))
  const say = (action: Action<Row>, part: 'label' | 'confirm' | 'done', count = 1) => t(`${resource.words}:action.${action.name}.${part}` as never, { count } as never) as unknown as string

  async function send(action: Action<Row>, rows: Row[]) {
    const { call, request, each, done } = action.run!
    try {
      if (each) for (const row of rows) await client.call(call, request([row]) as never)
      else {
        const reply = await client.call(call, request(rows) as never)
        done?.(reply)
      }
      notices.done(say(action, 'done', rows.length))
    } catch (error) {
      notices.refusal(error)
    } finally {
      await queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
    }
  }

  async function take(action: Action<Row>, rows: Row[]) {
    const fit = rows.filter(action.allowed)
    const first = fit[0]
    if (!first) return
    if (action.form) return setOpen({ action, row: first })
    if (action.confirm) {
      const yes = await modal.confirm({ title: say(action, 'label', fit.length), content: say(action, 'confirm', fit.length), okText: say(action, 'label'), cancelText: t('cancel'), ...(action.danger ? { okButtonProps: { danger: true } } : {}) })
      if (!yes) return
    }
    await send(action, fit)
  }

  const Form = open?.action.form
  const form: ReactNode = Form && open ? <Suspense fallback={null}><Form row={open.row} onClose={() => setOpen(null)} /></Suspense> : null
  return { actions, take, form, label: (a: Action<Row>) => say(a, 'label') }
}
