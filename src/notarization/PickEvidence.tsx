import { Button, Checkbox, Input, Pagination } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router'
import { type ChoosableEvidence, notarizationCalls } from '../../contract/notarization/notarization-calls.ts'
import { FoundOnPage } from '../evidence/parts/FoundOnPage.tsx'
import { Card } from '../kit/page/Card.tsx'
import { Page } from '../kit/page/Page.tsx'
import { Failed, Loading, Nothing } from '../kit/page/Panels.tsx'
import { SmallTable } from '../kit/page/SmallTable.tsx'
import { formatInstant } from '../kit/plain/format.ts'
import { useRead } from '../kit/resource/useCall.ts'
import { paths, placesOf } from './paths.ts'

const pageSize = 10

export const PickForNotarization = () => <PickEvidence form={placesOf.notarization.form} />
export const PickForAppraisal = () => <PickEvidence form={placesOf.expertise.form} />
export const PickForReport = () => <PickEvidence form={paths.reportForm} />

/** Chooses what a form is about, over all kinds of evidence; what cannot be chosen says why. */
function PickEvidence({ form }: { form: string }) {
  const { t } = useTranslation(['common', 'notarization'])
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<readonly string[]>(() => params.getAll('ano'))
  const [asked, setAsked] = useState({ keyWord: '', page: 1 })
  const query = { pageNum: asked.page, pageSize, ...(asked.keyWord && { keyWord: asked.keyWord }) }
  const { data, error, refetch } = useRead(notarizationCalls.choosable, { query }, { staleTime: 0 })
  const kept = params.get('order')
  const next = () => {
    const named = new URLSearchParams(chosen.map((ano) => ['ano', ano]))
    if (kept) named.set('order', kept)
    void navigate(`${form}?${named.toString()}`)
  }
  return (
    <Page title={t('notarization:pick.title')} lead={t('notarization:pick.lead')}>
      <Card>
        <Input.Search
          className="skz-pick-search"
          allowClear
          aria-label={t('notarization:pick.search')}
          placeholder={t('notarization:pick.search')}
          onSearch={(keyWord) => setAsked({ keyWord: keyWord.trim(), page: 1 })}
        />
        {error ? (
          <Failed error={error} retry={() => void refetch()} />
        ) : !data ? (
          <Loading rows={6} />
        ) : data.list.length ? (
          <>
            <Choices rows={data.list} chosen={chosen} onChange={setChosen} />
            <Pagination
              align="end"
              current={asked.page}
              pageSize={pageSize}
              total={data.total}
              showSizeChanger={false}
              hideOnSinglePage
              onChange={(page) => setAsked({ ...asked, page })}
            />
          </>
        ) : (
          <Nothing text={t(asked.keyWord ? 'nothingFits' : 'notarization:pick.empty')} />
        )}
      </Card>
      <div className="skz-form-foot">
        <span role="status">{t('notarization:pick.count', { count: chosen.length })}</span>
        <Button type="primary" size="large" disabled={!chosen.length} onClick={next}>
          {t('notarization:pick.next')}
        </Button>
      </div>
    </Page>
  )
}

interface ChoicesProps {
  rows: readonly ChoosableEvidence[]
  chosen: readonly string[]
  onChange(anos: string[]): void
}

function Choices({ rows, chosen, onChange }: ChoicesProps) {
  const { t } = useTranslation(['notarization'])
  return (
    <SmallTable<ChoosableEvidence>
      caption={t('pick.title')}
      rows={rows}
      keyOf={({ ano }) => ano}
      columns={[
        {
          key: 'pick',
          title: <span className="skz-hidden">{t('apply.pick')}</span>,
          width: 48,
          render: ({ ano, name, reason }) => (
            <Checkbox
              aria-label={t('pick.choose', { name })}
              checked={chosen.includes(ano)}
              disabled={reason !== null}
              onChange={({ target }) => onChange(target.checked ? [...chosen, ano] : chosen.filter((o) => o !== ano))}
            />
          ),
        },
        {
          key: 'name',
          title: t('field.anos'),
          render: ({ ano, name, date, reason, found }) => (
            <>
              <span className="skz-break">{name}</span>
              <div className="skz-muted">
                <span className="skz-number">{ano}</span> · {formatInstant(date)}
              </div>
              {found && (
                <div className="skz-muted">
                  <FoundOnPage found={found} />
                </div>
              )}
              {reason && <div className="skz-bad">{reason}</div>}
            </>
          ),
        },
      ]}
    />
  )
}
