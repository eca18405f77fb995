import { platformCalls } from '../../../contract/operator/platforms.ts'
import type { Visitor } from './browser.ts'
import { callAs } from './by-calls.ts'
import { loginByPassword, newPhone, resetPassword } from './sign-in.ts'
import type { ServiceInfo } from './start-service.ts'

interface OwnPlatform {
  url: string
  /** In its console. */
  administrator: Visitor
}

/** A name that no other platform of a run has, for its host and its words. */
export const platformKey = (language: string): string =>
  `${language === 'en' ? 'en' : 'zh'}-${(Date.now() % 1_000_000).toString(36)}`

/** Another platform of the installation, whose settings a file may change while others go on with theirs; `chief` makes it. */
export async function makeOwnPlatform(
  chief: Visitor,
  service: ServiceInfo,
  { key, name }: { key: string; name: string },
  open: (url: string) => Promise<Visitor>,
): Promise<OwnPlatform> {
  const [host, phone, password] = [`${key}.localhost`, newPhone(), 'Kiefer-47-Lampe']
  const body = { notaryId: key, nameZh: name, nameEn: name, hosts: [host], administratorName: '周青岚' }
  await callAs(chief, platformCalls.create, { body: { ...body, administratorPhone: phone } })
  const url = `http://${host}:${new URL(service.url).port}`
  const administrator = await open(url)
  await administrator.go('/resetPassword')
  await resetPassword(administrator, service, { phone, password })
  await loginByPassword(administrator, { phone, password })
  return { url, administrator }
}
