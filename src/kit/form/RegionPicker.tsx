import { Button, Grid, Select } from 'antd'
import { type FocusEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cityOf, type Division, divisionCalls, provinceOf } from '../../../contract/addresses/divisions.ts'
import { longCacheLifetime } from '../../../dataProvider/constants.ts'
import { useRead } from '../resource/useCall.ts'

interface Props {
  id?: string
  /** A county's code. */
  value?: string
  onChange?(code: string | undefined): void
  onBlur?(event: FocusEvent): void
}

const options = (list: Division[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name, title: name }))

/** What a place is divided into: asked for when it is chosen, and kept for long, because it seldom changes. */
const useBelow = (code: string | undefined) =>
  useRead(
    divisionCalls.below,
    { params: { id: code ?? '' } },
    { enabled: code !== undefined, staleTime: longCacheLifetime },
  )

/**
 * Chooses a county by way of its province and city. Three lists instead of the library's one with columns: those columns
 * are menus that no key scrolls and that name a list which is not there.
 */
export function RegionPicker({ id, value, onChange, onBlur, ...bound }: Props) {
  const { t } = useTranslation()
  const wide = Grid.useBreakpoint().md ?? true
  // As far as one has come while no county is chosen.
  const [reached, setReached] = useState<string>()
  const at = value ?? reached
  const province = at && provinceOf(at)
  const provinces = useRead(divisionCalls.provinces, {}, { staleTime: longCacheLifetime })
  const cities = useBelow(province)
  const city = at && at !== province ? cityOf(at) : theOnly(cities.data?.list)
  const counties = useBelow(city)
  const goTo = (code: string) => {
    setReached(code)
    onChange?.(undefined)
  }
  const levels = [
    { name: 'province', read: provinces, value: province, choose: goTo, enabled: true, id },
    { name: 'city', read: cities, value: city, choose: goTo, enabled: province !== undefined },
    { name: 'county', read: counties, value, choose: onChange, enabled: city !== undefined },
  ] as const
  const failed = levels.filter((l) => l.read.isError)
  return (
    <div
      className="skz-region"
      onBlur={(e) => !e.currentTarget.contains(e.relatedTarget as Node | null) && onBlur?.(e)}
    >
      {levels.map((level) => (
        <Select
          {...bound}
          key={level.name}
          {...('id' in level && level.id ? { id: level.id } : {})}
          value={level.value ?? null}
          options={options(level.read.data?.list)}
          onChange={(code: string) => level.choose?.(code)}
          loading={level.enabled && level.read.isPending}
          disabled={!level.enabled}
          aria-label={t(`region.${level.name}`)}
          placeholder={t(`region.${level.name}`)}
          showSearch={wide && { optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
        />
      ))}
      {failed.length > 0 && (
        <div role="alert" className="skz-row">
          {t('region.failed')}
          <Button size="small" onClick={() => failed.forEach((l) => void l.read.refetch())}>
            {t('retry')}
          </Button>
        </div>
      )}
    </div>
  )
}

/** A city that is its own province needs no choosing. */
const theOnly = (list: Division[] | undefined) => (list?.length === 1 ? list[0]!.id : undefined)
