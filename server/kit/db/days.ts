import { addDay } from '../../../contract/kit/time.ts'

/** A calendar day in Asia/Shanghai, which has had no daylight saving since 1991. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00+08:00`)
export const endOfDay = (day: string) => new Date(addDay(startOfDay(day).getTime()))
