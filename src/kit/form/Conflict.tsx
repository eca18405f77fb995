import { Alert, Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { renderField } from '../page/cells.tsx'
import type { Resource } from '../resource/resource.ts'
import { fieldWords } from '../resource/words.ts'
import { same, type Values } from './values.ts'

interface Props<Row extends { id: string }> {
  resource: Resource<Row>
  mine: Values
  /** As somebody else saved it meanwhile. */
  theirs: Row
  onKeepMine(): void
  onTakeTheirs(): void
}

/** Two people changed one record: what each wrote, side by side, and a choice. */
export function Conflict<Row extends { id: string }>({ resource, mine, theirs, onKeepMine, onTakeTheirs }: Props<Row>) {
  const { t } = useTranslation(['common', resource.words])
  const names = (resource.form?.rows.flat() ?? []).filter((name) => !same(mine, theirs, [name]))
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={t('form.conflict')}
      description={
        <>
          <table className="skz-versions">
            <thead>
              <tr>
                <th scope="col">{t('form.field')}</th>
                <th scope="col">{t('form.mine')}</th>
                <th scope="col">{t('form.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {names.map((name) => (
                <tr key={name}>
                  <th scope="row">{fieldWords(t, resource, name)}</th>
                  <td>{renderField(t, resource, name, mine as unknown as Row)}</td>
                  <td>{renderField(t, resource, name, theirs)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <div className="skz-row">
            <Button onClick={onKeepMine}>{t('form.keepMine')}</Button>
            <Button onClick={onTakeTheirs}>{t('form.takeTheirs')}</Button>
          </div>
        </>
      }
    />
  )
}
