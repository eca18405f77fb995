import { Tag } from 'antd'
import type { ReactNode } from 'react'
import type { Tone } from '../resource/resource.ts'

const colours: Record<Tone, string> = {
  neutral: 'default',
  active: 'processing',
  good: 'success',
  warning: 'warning',
  bad: 'error',
}

/** A state in words; the colour only repeats them. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Tag color={colours[tone]}>{children}</Tag>
}
