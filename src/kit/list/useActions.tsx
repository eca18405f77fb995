import { App } from 'antd'
import { type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomMutation, useDelete } from '@refinedev/core'
import type { BulkResult } from '../../../contract/kit/bulk.ts'
import { useNavigate, useSearchParams } from 'react-router'
import { customOf } from '../../../dataProvider/custom.ts'
import { useConsole } from '../resource/console-context.ts'
import { editPath } from '../form/form-paths.ts'
import type { Action, Resource, Run } from '../resource/resource.ts'
import { useNotices } from '../refusals/useNotices.ts'
import { useInvalidateResource } from '../resource/useInvalidateResource.ts'
import { actionWords } from '../resource/words.ts'

/** A resource's actions that this person may take, and the way to take one. */
export function useActions<Row extends { id: string }>(resource: Resource<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const { can } = useConsole()
  const { modal } = App.useApp()
  const notices = useNotices()
  const ask = useAsk(resource)
  const invalidate = useInvalidateResource()
  const [, setParams] = useSearchParams()
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ action: Action<Row>; rows: Row[] } | null>(null)
  const actions = useMemo(() => resource.actions.filter((a) => can(a.right)), [resource, can])
  const label = useCallback((a: Action<Row>) => actionWords(t, resource, a.name, 'label'), [t, resource])

  const send = useCallback(
    async (action: Action<Row>, run: Run<Row>, rows: Row[]) => {
      try {
        const reply = await ask(action, run, rows)
        const refused = run.send === 'many' && !action.removes && (reply as BulkResult).list.find((r) => !r.ok)
        if (refused) return notices.warn(refused.message ?? t('requestError'))
        notices.done(actionWords(t, resource, action.name, 'done', rows.length))
      } catch (error) {
        notices.refusal(error)
      } finally {
        await invalidate(resource.name)
      }
    },
    [ask, invalidate, notices, resource, t],
  )

  /** Takes an action on rows; false where whoever was asked said no. What runs over many is given back, agreed to, for a place that shows how far it is. */
  const take = useCallback(
    async (action: Action<Row>, rows: Row[]): Promise<{ run: Run<Row>; rows: Row[] } | false | undefined> => {
      const fit = rows.filter(action.allowed)
      const first = fit[0]
      if (!first) return
      if (action.edits) {
        const page = editPath(resource, first)
        if (page) void navigate(page)
        else setParams((old) => new URLSearchParams([...old, ['form', first.id]]))
        return
      }
      if (action.form || action.review) {
        setOpen({ action, rows: fit })
        return
      }
      if (action.confirm) {
        const yes = await modal.confirm({
          title: label(action),
          content: actionWords(t, resource, action.name, 'confirm', fit.length),
          okText: label(action),
          cancelText: t('cancel'),
          ...(action.danger ? { okButtonProps: { danger: true } } : {}),
        })
        if (!yes) return false
      }
      const run = action.run!
      if (rows.length > 1) return { run, rows: fit }
      await send(action, run, fit)
      return undefined
    },
    [label, modal, navigate, resource, send, setParams, t],
  )

  const close = () => setOpen(null)
  const { form: Form, review: Review } = open?.action ?? {}
  const form: ReactNode = open && (
    <Suspense fallback={null}>
      {Form ? <Form row={open.rows[0]!} onClose={close} /> : Review && <Review rows={open.rows} onClose={close} />}
    </Suspense>
  )
  return { actions, take, form, label }
}

/** Sends an action by Refine's mutations, which say nothing themselves: a refusal is told by whoever took the action. */
function useAsk<Row extends { id: string }>({ name }: Resource<Row>) {
  const { mutateAsync: remove } = useDelete()
  const { mutateAsync: custom } = useCustomMutation()
  return useCallback(
    async (action: Action<Row>, run: Run<Row>, rows: Row[]): Promise<unknown> => {
      const [first] = rows
      const quiet = { successNotification: false, errorNotification: false } as const
      if (action.removes && rows.length === 1)
        return (await remove({ resource: name, id: first!.id, invalidates: [], ...quiet })).data
      const request = run.send === 'each' ? run.request(first!) : run.request(rows)
      return (await custom({ ...customOf(run.call, request as never), ...quiet })).data
    },
    [custom, name, remove],
  )
}
