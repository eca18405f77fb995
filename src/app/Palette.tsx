import { Command } from 'cmdk'
import { Modal } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fetchPage } from '../../dataProvider/list.ts'
import { useConsole } from '../kit/resource/console-context.ts'
import type { Resource } from '../kit/resource/resource.ts'
import { resourceWords } from '../kit/resource/words.ts'
import type { PaletteEntry } from './palette-entries.ts'
import { matches, usePinyin } from './pinyin.ts'

interface Props {
  entries: PaletteEntry[]
  onClose(): void
}

/** Words shorter than this find too much to be worth asking for. */
const leastWord = 2
const pause = 250

/** One box that finds pages, actions and records. */
export function Palette({ entries, onClose }: Props) {
  const { t } = useTranslation()
  const [word, setWord] = useState('')
  const pinyin = usePinyin(/[a-z]/i.test(word))
  const records = useRecords(word.trim())
  const fit = entries.filter((e) => matches(e.label, word.trim(), pinyin))
  const take = (run: () => void) => () => {
    onClose()
    run()
  }
  return (
    <Modal
      open
      footer={null}
      closable={false}
      title={<span className="skz-hidden">{t('palette.title')}</span>}
      onCancel={onClose}
      className="skz-palette"
      destroyOnHidden
    >
      <Command label={t('palette.title')} shouldFilter={false} loop>
        <Command.Input autoFocus value={word} onValueChange={setWord} placeholder={t('palette.hint')} maxLength={100} />
        <Command.List label={t('palette.found')}>
          {!records.busy && <Command.Empty>{t('palette.none')}</Command.Empty>}
          {(['page', 'action'] as const).map((kind) => {
            const some = fit.filter((e) => e.kind === kind)
            return (
              some.length > 0 && (
                <Command.Group key={kind} heading={t(`palette.${kind}`)}>
                  {some.map((e) => (
                    <Command.Item key={e.key} value={e.key} onSelect={take(e.run)}>
                      {e.icon}
                      <span>{e.label}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )
            )
          })}
          {records.groups.map((g) => (
            <Command.Group key={g.title} heading={g.title}>
              {g.found.map((r) => (
                <Command.Item key={r.key} value={r.key} onSelect={take(r.run)}>
                  <span>{r.label}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Modal>
  )
}

interface Group {
  title: string
  found: { key: string; label: string; run(): void }[]
}

/** Records whose names fit, of every list that can be searched and has a page for one. */
function useRecords(word: string) {
  const { t } = useTranslation()
  const { can, client, resources } = useConsole()
  const navigate = useNavigate()
  const [found, setFound] = useState<{ word: string; groups: Group[] }>({ word: '', groups: [] })
  // Evidence of one kind is among evidence of every kind.
  const searched = useMemo(
    () => resources.filter((r) => can(r.access) && r.routes.show && r.filters['keyWord'] && r.name !== 'webCaptures'),
    [can, resources],
  )
  useEffect(() => {
    if (word.length < leastWord) return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const asked = searched.map(async (resource: Resource): Promise<Group> => {
        const { list } = await fetchPage<{ id: string }>(
          client,
          resource.endpoints.list,
          { keyWord: word, pageSize: 5 },
          stop.signal,
        )
        const found = list.map((row) => ({
          key: `${resource.name}.${row.id}`,
          label: String((row as Record<string, unknown>)[resource.title]),
          run: () => void navigate(resource.routes.show!(row)),
        }))
        return { title: resourceWords(t, resource, 'title'), found }
      })
      void Promise.allSettled(asked).then((all) => {
        if (!stop.signal.aborted)
          setFound({
            word,
            groups: all.flatMap((a) => (a.status === 'fulfilled' && a.value.found.length ? [a.value] : [])),
          })
      })
    }, pause)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [word, searched, client, navigate, t])
  // What was found for the word before stays until the next is answered.
  const asks = word.length >= leastWord
  return { busy: asks && found.word !== word, groups: asks ? found.groups : [] }
}
