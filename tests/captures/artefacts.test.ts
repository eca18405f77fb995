import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CdpError, CdpTooLong } from '../../server/captures/engine/cdp.ts'
import { StepTimedOut, Stopped } from '../../server/captures/engine/deadline.ts'
import { CaptureFailed, EngineError } from '../../server/captures/engine/engine-error.ts'
import { isForProgram } from '../../server/captures/engine/program-address.ts'
import { failureOf } from '../../server/captures/web/failure-of.ts'
import { hasMainPart } from '../../server/captures/web/page/page-documents.ts'
import { countPrinted } from '../../server/captures/web/page/printed-text.ts'
import { say } from '../../server/kit/words.ts'

const going = { stopped: null }

describe('why a capture failed', () => {
  const told = (error: unknown, deadline: Parameters<typeof failureOf>[1] = going) => {
    const failure = failureOf(error, deadline)
    return failure instanceof CaptureFailed
      ? [failure.code, failure.params['step'] ?? failure.params['method']]
      : failure
  }

  it('a step that took too long is slow, and is named as whoever waits knows it', () => {
    expect(['environment', 'record', 'stop', 'mhtml'].map((step) => told(new StepTimedOut(step)))).toEqual([
      ['step-slow', 'environment'],
      ['step-slow', 'record'],
      ['step-slow', 'load'],
      ['step-slow', 'record'],
    ])
    expect(say('en', 'captures', 'failure.step-slow', { step: 'load' })).toContain('“Opening the page”')
    expect(say('zh-CN', 'captures', 'failure.step-slow', { step: 'load' })).toContain('“打开网页”')
  })

  it('a command that was refused is no crash while the browser lives', () => {
    expect(told(new CdpError('Page.navigate', -32_000, 'no'))).toEqual(['step-refused', 'Page.navigate'])
    expect(told(new CdpTooLong('DOM.getOuterHTML'))).toEqual(['step-refused', 'DOM.getOuterHTML'])
  })

  it('a browser that has gone has crashed, and a stop says why it was', () => {
    expect(told(new CdpError('connection', 0, 'closed'))).toEqual(['browser-crashed', undefined])
    expect(told(new EngineError('browser-crashed', 'ended'))).toEqual(['browser-crashed', undefined])
    expect(told(new StepTimedOut('load'), { stopped: new Stopped('browser-crashed') })).toEqual([
      'browser-crashed',
      undefined,
    ])
    expect(told(new Stopped('cancelled'))).toEqual(['cancelled', undefined])
    const other = new Error('of ours')
    expect(failureOf(other, going)).toBe(other)
  })
})

describe('addresses that a program is asked to open', () => {
  it('are told from those of the browser', () => {
    const programs = ['mailto:a@example.com', 'tel:110', 'weixin://dl/chat', 'intent://x#Intent;end', 'ms-word:ofe|u|x']
    expect(programs.filter((url) => !isForProgram(url))).toEqual([])
    const inner = [
      'https://a.example/',
      'HTTP://a',
      'about:blank',
      'blob:https://a',
      'data:text/html,',
      'javascript:0',
      '',
    ]
    expect(inner.filter((url) => isForProgram(url))).toEqual([])
  })
})

describe('a print', () => {
  const stream = (dictionary: string, plain: string) => {
    const packed = deflateSync(plain).toString('latin1')
    return `<<${dictionary}/Filter /FlateDecode\n/Length ${packed.length}>> stream\n${packed}\nendstream\nendobj\n`
  }
  const pdf = (...parts: string[]) => Buffer.from(`%PDF-1.4\n${parts.join('')}`, 'latin1')
  const fonts = `4 0 obj\n<</Type /Font\n/Subtype /Type3>>\nendobj\n5 0 obj\n<</Type /Font\n/Subtype /Type0>>\nendobj\n<</Font <</F4 4 0 R\n/F5 5 0 R>>>>\n`

  it('is counted by the signs that it shows, whatever bytes they take', async () => {
    const content = `BT\n/F4 32 Tf\n<1B2A> Tj\n/F5 12 Tf\n/Span<</ActualText <FEFF9875> >> BDC\n<00030032> Tj\nEMC\n[<0003> -20 <00040005>] TJ\nET`
    const printed = await countPrinted(pdf(fonts, `9 0 obj\n${stream('', content)}`))
    expect(printed).toEqual({ glyphs: 7, images: 0 })
  })

  it('is empty without any, and pictures in it are told', async () => {
    const picture = `8 0 obj\n${stream('/Type /XObject\n/Subtype /Image\n', 'BT <0003> Tj ET')}`
    expect(await countPrinted(pdf(fonts, `9 0 obj\n${stream('', 'q Q')}`))).toEqual({ glyphs: 0, images: 0 })
    expect(await countPrinted(pdf(fonts, picture))).toEqual({ glyphs: 0, images: 1 })
    expect(await countPrinted(Buffer.alloc(0))).toEqual({ glyphs: 0, images: 0 })
  })
})

describe('an MHTML file', () => {
  const file = (body: string) =>
    `From: <Saved by Blink>\r\nContent-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="--x--"\r\n\r\n\r\n----x--\r\nContent-Type: text/html\r\nContent-Location: http://a/\r\n\r\n${body}\r\n----x----\r\n`

  it('has its main part, or is none', () => {
    expect(['<html>', '<svg>'].map((body) => hasMainPart(file(body)))).toEqual([true, true])
    expect([file(''), file(' \r\n'), '', 'From: x'].map((mhtml) => hasMainPart(mhtml))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})
