import type { Message } from '../kit/notify/messages.ts'
import type { CoreServices, Ports, Services } from '../kit/services.ts'
import { domains } from './domains.ts'

/** The core with the ports that domains open. */
export function openPorts(core: CoreServices, showMessage: (m: Message) => void): Services {
  const opened = domains.flatMap((domain) => domain.open?.(core, showMessage) ?? [])
  return { ...core, messages: portOf(opened, 'messages') }
}

function portOf<P extends keyof Ports>(opened: readonly Partial<Ports>[], name: P): Ports[P] {
  const [port, another] = opened.flatMap((ports): Ports[P][] => (ports[name] ? [ports[name]] : []))
  if (!port || another) throw new Error(`the port ${name} is opened by ${port ? 'several domains' : 'no domain'}`)
  return port
}
