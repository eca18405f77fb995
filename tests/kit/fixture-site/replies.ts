import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Endpoint {
  (request: IncomingMessage, response: ServerResponse, url: URL): void
}

export type Endpoints = Readonly<Record<string, Endpoint>>

export const text =
  (type: string, body: string | Buffer, status = 200, headers: Record<string, string> = {}): Endpoint =>
  (_, response) => {
    response
      .writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...headers })
      .end(body)
  }
export const html = (body: string, status = 200, headers: Record<string, string> = {}): Endpoint =>
  text('text/html; charset=utf-8', body, status, headers)
export const page = (body: string, head = '', headers: Record<string, string> = {}): Endpoint =>
  html(
    `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>测试页</title>${head}<body>${body}`,
    200,
    headers,
  )
export const redirect =
  (to: string, status = 302): Endpoint =>
  (_, response) =>
    void response.writeHead(status, { location: to, 'content-length': 0 }).end()
