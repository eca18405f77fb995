import { expect, it } from 'vitest'
import { readConfig } from '../../server/app/read-config.ts'

const previewOf = (env: Record<string, string>) => readConfig(env).previewOrigin
const production = { SHIMAKAZE_MODE: 'production', SHIMAKAZE_PUBLIC_URL: 'https://evidence.example.com' }

it('files are looked at on a second name of one’s own machine, and in production only where one is named', () => {
  expect(previewOf({ PORT: '8080' })).toBe('http://preview.localhost:8080')
  expect(previewOf({ SHIMAKAZE_PUBLIC_URL: 'http://intranet.example' })).toBeUndefined()
  expect(previewOf(production)).toBeUndefined()
  expect(previewOf({ ...production, SHIMAKAZE_PREVIEW_ORIGIN: 'https://files.example.com/' })).toBe(
    'https://files.example.com',
  )
})

it('never on the host where people are signed in, nor in clear over a network', () => {
  expect(() => previewOf({ ...production, SHIMAKAZE_PREVIEW_ORIGIN: 'https://evidence.example.com:8443' })).toThrow(
    /host of its own/,
  )
  expect(() => previewOf({ ...production, SHIMAKAZE_PREVIEW_ORIGIN: 'http://files.example.com' })).toThrow(
    /https in production/,
  )
})
