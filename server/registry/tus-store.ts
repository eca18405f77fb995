import type { Readable } from 'node:stream'
import { DataStore, Upload } from '@tus/server'
import type { Caller } from '../kit/calls/caller.ts'
import { AppError } from '../kit/errors.ts'
import type { Services } from '../kit/services.ts'
import * as uploads from './uploads.service.ts'

/** One durable piece: what a cut connection or a killed process may cost at most. */
export const pieceBytes = 8 * 1024 * 1024

/** Uploads of one caller behind the tus protocol. An offset is told only after its bytes are durable and their row stands. */
export class TusStore extends DataStore {
  override extensions = ['creation', 'termination']
  readonly #services: Services
  readonly #caller: Caller

  constructor(services: Services, caller: Caller) {
    super()
    this.#services = services
    this.#caller = caller
  }

  override async create(upload: Upload): Promise<Upload> {
    await uploads.begin(this.#services, this.#caller, upload.id, {
      name: upload.metadata?.['filename'] ?? '',
      size: upload.size ?? 0,
    })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { name, size, received, createdAt } = await uploads.require(this.#services, this.#caller, id)
    return new Upload({
      id,
      size,
      offset: received,
      metadata: { filename: name },
      creation_date: createdAt.toISOString(),
    })
  }

  override async remove(id: string) {
    await uploads.remove(this.#services, this.#caller, id)
  }

  /** What came before a cut is kept too: whoever goes on begins behind it. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const piece = new Piece(this.#services, this.#caller, id, offset)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) await piece.add(chunk)
    } catch (error) {
      await piece.flush()
      throw error
    }
    await piece.flush()
    return piece.at
  }
}

/** One piece is written while the next comes in; each is durable and in its row before the one after it is. */
class Piece {
  at: number
  #writing: Promise<void> = Promise.resolve()
  #held: Buffer[] = []
  #size = 0
  readonly #services: Services
  readonly #caller: Caller
  readonly #id: string

  constructor(services: Services, caller: Caller, id: string, offset: number) {
    this.#services = services
    this.#caller = caller
    this.#id = id
    this.at = offset
  }

  async add(chunk: Buffer) {
    this.#held.push(chunk)
    this.#size += chunk.length
    if (this.#size < pieceBytes) return
    await this.#writing
    this.#writing = this.#write()
    // Whoever adds or flushes next is told of it.
    this.#writing.catch(() => {})
  }

  async flush() {
    await this.#writing
    await this.#write()
  }

  async #write() {
    if (!this.#size) return
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    this.#size = 0
    if (!(await uploads.append(this.#services, this.#caller, this.#id, this.at, bytes))) throw new AppError('conflict')
    this.at += bytes.length
  }
}
