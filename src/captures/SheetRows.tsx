import { Alert, Checkbox, Grid, Pagination, Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Import, ImportRow } from '../../contract/captures/batch.ts'
import { SmallTable } from '../kit/page/SmallTable.tsx'

const pageSize = 20

/** Every row as it was understood, with what is wrong beside it, before anything starts. */
export function SheetRows({ sheet }: { sheet: Import }) {
  const { t } = useTranslation(['console', 'evidence'])
  const wide = Grid.useBreakpoint().md ?? true
  const [onlyBad, setOnlyBad] = useState(false)
  const [page, setPage] = useState(1)
  const rows = onlyBad ? sheet.list.filter((r) => !r.ok) : sheet.list
  return (
    <section className="skz-list" aria-labelledby="sheet-rows">
      <h2 id="sheet-rows">{t('sheet.rows', { name: sheet.fileName })}</h2>
      <Alert
        type={sheet.badCount ? 'warning' : 'success'}
        showIcon
        title={t('sheet.good', { count: sheet.okCount })}
        description={sheet.badCount ? t('sheet.bad', { count: sheet.badCount }) : undefined}
      />
      {sheet.hiddenRows > 0 && <Alert type="info" showIcon title={t('sheet.hidden', { count: sheet.hiddenRows })} />}
      {sheet.badCount > 0 && (
        <Checkbox checked={onlyBad} onChange={(e) => (setOnlyBad(e.target.checked), setPage(1))}>
          {t('sheet.onlyBad')}
        </Checkbox>
      )}
      {!wide && (
        <ul className="skz-cards">
          {rows.map((r) => (
            <li key={r.row} className="skz-card">
              <strong>
                {t('sheet.row')} {r.row}
              </strong>{' '}
              <span className="skz-break">{r.url || '-'}</span>
              <div>{r.name}</div>
              <Verdict row={r} />
            </li>
          ))}
        </ul>
      )}
      {wide && (
        <SmallTable<ImportRow>
          caption={t('sheet.rows', { name: sheet.fileName })}
          rows={rows.slice((page - 1) * pageSize, page * pageSize)}
          keyOf={(r) => r.row}
          columns={[
            { key: 'row', title: t('sheet.row'), width: 64, render: (r) => r.row },
            {
              key: 'url',
              title: t('evidence:field.url'),
              render: (r) => <span className="skz-break">{r.url || '-'}</span>,
            },
            { key: 'name', title: t('evidence:field.name'), width: 180, render: (r) => r.name || '-' },
            {
              key: 'label',
              title: t('evidence:field.tags'),
              width: 140,
              render: (r) => (r.label.length ? r.label.map((l) => <Tag key={l}>{l}</Tag>) : '-'),
            },
            { key: 'state', title: t('sheet.state'), width: 300, render: (r) => <Verdict row={r} /> },
          ]}
        />
      )}
      {wide && rows.length > pageSize && (
        <Pagination
          className="skz-pages"
          current={page}
          pageSize={pageSize}
          total={rows.length}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  )
}

function Verdict({ row }: { row: ImportRow }) {
  const { t } = useTranslation(['console'])
  if (row.ok)
    return (
      <>
        <Tag color="success">{t('sheet.ok')}</Tag>
        {row.cleaned !== null && <small className="skz-muted">{t('sheet.cleaned')}</small>}
      </>
    )
  return (
    <ul className="skz-plain skz-bad">
      {row.problems.map((p, i) => (
        <li key={i}>{p.message}</li>
      ))}
    </ul>
  )
}
