import { z } from 'zod'
import { shanghaiText } from '../../../../contract/kit/shanghai-time.ts'
import { fenOfYuan, yuanOf } from '../../../../contract/kit/money.ts'
import { downloadPaper } from '../download-paper.ts'
import { type GatewayAnswer, GatewayFailure, type TaxGateway, type WantedInvoice } from '../gateway.types.ts'
import { nuonuoClient } from './client.ts'
import type { NuonuoSettings } from './nuonuo.settings.ts'

const done = 'E0000'
/** It knows no such order, or not yet. */
const notFound = 'E9500'
/** The order was taken before. */
const repeated = 'E9106'

/** Digital invoices: one by which the buyer deducts the tax, and a general one. */
const lines = { ENTERPRISE_SPECIAL: 'bs', ENTERPRISE: 'pc', PERSONAL: 'pc' } as const

const Text = z.union([z.string(), z.number()]).transform(String).nullish()
const Found = z.object({
  status: z.union([z.string(), z.number()]).transform(String),
  statusMsg: Text,
  failCause: Text,
  serialNo: Text,
  orderNo: Text,
  allElectronicInvoiceNumber: Text,
  invoiceNo: Text,
  orderAmount: Text,
  ofdUrl: Text,
  pdfUrl: Text,
})

/** Issued, and its seal failed: to be sealed again. */
const unsealed = '24'
/** Its states: issued; being issued or sealed; failed; void or about to be. */
const ways: Record<string, 'issued' | 'pending' | 'failed'> = {
  '2': 'issued',
  '20': 'pending',
  '21': 'pending',
  '22': 'failed',
  '3': 'failed',
  '31': 'failed',
}

/** Fully digital invoices by Nuonuo's tax service (`nuonuo.OpeMplatform`). */
export function nuonuo(settings: NuonuoSettings, now: () => Date = () => new Date()): TaxGateway {
  const call = nuonuoClient(settings, now)
  return {
    name: 'nuonuo',
    async submit(invoice) {
      const { code, describe } = await call('nuonuo.OpeMplatform.requestBillingNew', {
        order: orderOf(settings, invoice),
      })
      return code === done || code === repeated ? undefined : { refused: told(describe, code) }
    },
    async ask(number) {
      const { code, result } = await call('nuonuo.OpeMplatform.queryInvoiceResult', {
        orderNos: [number],
        isOfferInvoiceDetail: '0',
      })
      if (code === notFound) return { state: 'unknown' }
      const found = z.array(Found).min(1).safeParse(result).data?.[0]
      if (code !== done || !found) throw new GatewayFailure('nuonuo', 'queryInvoiceResult', 'unanswered', code)
      // It may be asked twenty times a day, and is asked less often.
      if (found.status === unsealed)
        await call('nuonuo.OpeMplatform.reInvoice', { fpqqlsh: found.serialNo ?? '', orderno: number })
      return answerOf(found, number)
    },
    download: (address) => downloadPaper(address, settings),
  }
}

function answerOf(found: z.output<typeof Found>, number: string): GatewayAnswer {
  // An answer about another order is none about this one.
  if (found.orderNo && found.orderNo !== number) throw new GatewayFailure('nuonuo', 'queryInvoiceResult', 'unanswered')
  const state = ways[found.status] ?? 'pending'
  if (state === 'failed') return { state, why: told(found.failCause ?? found.statusMsg, found.status) }
  const invoiceNumber = found.allElectronicInvoiceNumber ?? found.invoiceNo
  if (state === 'pending' || !invoiceNumber) return { state: 'pending' }
  // Where both are told, the gateway names the OFD as the original.
  const files = [found.ofdUrl, found.pdfUrl].filter((address) => !!address) as string[]
  return { state, number: invoiceNumber, amount: fenOfYuan(found.orderAmount) ?? null, files }
}

const told = (why: string | null | undefined, code: string) => `${why?.trim() || '-'} (${code})`.slice(0, 300)

/** One line for all: what was paid in, tax included. */
function orderOf(settings: NuonuoSettings, { number, amount, kind, title, header, remark, at }: WantedInvoice) {
  const thousandths = Math.round(Number(settings.taxRate) * 1_000)
  const untaxed = Math.round((amount * 1_000) / (1_000 + thousandths))
  return {
    orderNo: number,
    invoiceDate: shanghaiText(at),
    invoiceType: '1',
    invoiceLine: lines[kind],
    salerTaxNum: settings.taxNumber,
    salerTel: settings.phone ?? '',
    salerAddress: settings.address ?? '',
    salerAccount: settings.bankAccount ?? '',
    ...(settings.extensionNumber && { extensionNumber: settings.extensionNumber }),
    clerk: settings.clerk,
    buyerName: title,
    buyerTaxNum: header.taxNo ?? '',
    buyerTel: header.phone ?? '',
    buyerAddress: header.address ?? '',
    buyerAccount: [header.bank, header.account].filter(Boolean).join(' '),
    naturalPersonFlag: kind === 'PERSONAL' ? '1' : '0',
    // Whoever asked is told here.
    pushMode: '-1',
    remark,
    invoiceDetail: [
      {
        goodsName: settings.goodsName,
        goodsCode: settings.goodsCode,
        withTaxFlag: '1',
        num: '1',
        price: yuanOf(amount),
        taxRate: settings.taxRate,
        taxIncludedAmount: yuanOf(amount),
        taxExcludedAmount: yuanOf(untaxed),
        tax: yuanOf(amount - untaxed),
        invoiceLineProperty: '0',
        favouredPolicyFlag: '0',
      },
    ],
  }
}
