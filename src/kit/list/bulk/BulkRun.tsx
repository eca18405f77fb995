import { keys } from '@refinedev/core'
import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnsavedWork } from '../../drafts/unsaved-work.ts'
import { useConsole } from '../../resource/console-context.ts'
import type { Resource, Run } from '../../resource/resource.ts'
import { type Outcome, runBulk } from './run-bulk.ts'

type Row = { id: string }

interface Props {
  resource: Resource<Row>
  run: Run<Row>
  rows: Row[]
  title: string
  /** Chosen rows that the action does not fit. */
  left: number
  onClose(): void
}

/** Refusals that are drawn; the rest is counted. */
const mostDrawn = 200

/** Runs an action over many rows: how far it is, what was refused and why, and another try for those. */
export function BulkRun({ resource, run, rows, title, left, onClose }: Props) {
  const { t } = useTranslation()
  const { client } = useConsole()
  const queries = useQueryClient()
  const [wanted, setWanted] = useState(rows)
  const [outcomes, setOutcomes] = useState<Outcome<Row>[]>([])
  const [state, setState] = useState<'running' | 'paused' | 'ended'>('running')
  const stop = useRef<AbortController>(undefined)
  useUnsavedWork(state !== 'ended')
  useEffect(() => {
    const controller = new AbortController()
    stop.current = controller
    const watch = {
      signal: controller.signal,
      onOutcome: (some: Outcome<Row>[]) => setOutcomes((old) => [...old, ...some]),
      onPause: (paused: boolean) => setState((s) => (s === 'ended' ? s : paused ? 'paused' : 'running')),
    }
    void runBulk(client, run, wanted, watch).finally(() => {
      setState('ended')
      void queries.invalidateQueries({ queryKey: keys().data().resource(resource.name).get() })
    })
  }, [client, queries, resource.name, run, wanted])

  const refused = outcomes.filter((o) => !o.ok)
  const done = outcomes.length - refused.length
  const nameOf = (row: Row) => String((row as unknown as Record<string, unknown>)[resource.title])
  const again = () => {
    setState('running')
    setOutcomes((old) => old.filter((o) => o.ok))
    setWanted(refused.map((o) => o.row))
  }
  return (
    <Modal
      open
      title={title}
      closable={state === 'ended'}
      mask={{ closable: false }}
      keyboard={state === 'ended'}
      onCancel={onClose}
      footer={
        state === 'ended'
          ? [
              refused.length > 0 && (
                <Button key="again" onClick={again}>
                  {t('bulk.again', { count: refused.length })}
                </Button>
              ),
              <Button key="close" type="primary" onClick={onClose}>
                {t('close')}
              </Button>,
            ]
          : [
              <Button key="stop" onClick={() => stop.current?.abort()}>
                {t('bulk.stop')}
              </Button>,
            ]
      }
    >
      <Progress
        percent={Math.round((outcomes.length / rows.length) * 100)}
        status={state === 'ended' ? (refused.length ? 'exception' : 'success') : 'active'}
        aria-label={title}
      />
      <p role="status">
        {t(
          state === 'paused'
            ? 'bulk.paused'
            : state === 'ended' && outcomes.length < rows.length
              ? 'bulk.stopped'
              : 'bulk.count',
          { done, refused: refused.length, all: rows.length },
        )}
      </p>
      {left > 0 && <p>{t('bulk.left', { count: left })}</p>}
      {refused.length > 0 && <Refused outcomes={refused} nameOf={nameOf} />}
    </Modal>
  )
}

function Refused({ outcomes, nameOf }: { outcomes: Outcome<Row>[]; nameOf(row: Row): string }) {
  const { t } = useTranslation()
  return (
    <Alert
      type="warning"
      title={t('bulk.refused', { count: outcomes.length })}
      description={
        <ul className="skz-outcomes">
          {outcomes.slice(0, mostDrawn).map((o) => (
            <li key={o.row.id}>
              <strong>{nameOf(o.row)}</strong> {o.message ?? t('requestError')}
            </li>
          ))}
          {outcomes.length > mostDrawn && <li>{t('bulk.andMore', { count: outcomes.length - mostDrawn })}</li>}
        </ul>
      }
    />
  )
}
