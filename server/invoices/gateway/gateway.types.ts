import type { HeadType } from '../../../contract/invoices/headers.ts'
import type { KeptHeader } from '../applications/shown.ts'

/** What a gateway is asked to issue. */
export interface WantedInvoice {
  /** By which both know it: the gateway takes each once. */
  number: string
  /** Fen, tax included. */
  amount: number
  kind: HeadType
  title: string
  header: KeptHeader
  remark: string
  at: Date
}

/** How an invoice stands at a gateway. `failed`: it will not issue it by this number. */
export type GatewayAnswer =
  | { state: 'unknown' | 'pending' }
  | { state: 'failed'; why: string }
  | {
      state: 'issued'
      number: string
      /** Fen, tax included; null where it is not told. */
      amount: number | null
      /** Addresses of its file, the one that counts as the original first. */
      files: string[]
    }

/** Who issues invoices for a platform at the tax office. */
export interface TaxGateway {
  name: 'nuonuo'
  /** Asks for it; `refused` tells why nothing comes of it. Sent again by the same number it is the same. */
  submit(invoice: WantedInvoice): Promise<{ refused: string } | undefined>
  ask(number: string): Promise<GatewayAnswer>
  /** Gets a file that it told of; throws where that cannot be had now. */
  download(address: string): Promise<Buffer>
}

/**
 * Why a call brought nothing. `unanswered`: nobody knows whether it was done. `ours`: settings that the operator must mend. Names the call and the
 * gateway's code, and nothing that was sent or answered.
 */
export class GatewayFailure extends Error {
  readonly kind: 'unanswered' | 'ours'

  constructor(gateway: TaxGateway['name'], call: string, kind: GatewayFailure['kind'], code = '') {
    super(`${gateway} ${call}: ${kind} ${code}`.trim())
    this.kind = kind
  }
}
