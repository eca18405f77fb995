import { constants, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { freePath, toDataPath } from '../../../../proof/package/paths.ts'
import type { CdpConnection } from '../../engine/cdp.ts'
import type { Deadline } from '../../engine/deadline.ts'
import type { CapturedFile, Missing } from '../web-capture.ts'

interface Download {
  readonly id: string
  readonly name: string
  state: 'inProgress' | 'completed' | 'canceled'
}

/** A name that is one on every system, and in a package, whatever the site proposes: a file that no statement can name would undo the capture. */
const safeName = (proposed: string): string => toDataPath(proposed.toLowerCase()).slice('data/'.length)

/** A page hands out as many files as it likes. Each is a file of the evidence, with an entry in its statement and two lines on its certificate. */
const MAX_DOWNLOADS = 100

/** Follows what the page hands out as files. */
export class Downloads {
  readonly list: Download[] = []
  /** The number of files handed out beyond the limit. */
  left = 0
  readonly #folder: string

  constructor(connection: CdpConnection, folder: string) {
    this.#folder = folder
    connection.onEvent(({ method, params }) => {
      const id = String(params['guid'])
      if (method === 'Browser.downloadWillBegin') {
        if (this.list.length === MAX_DOWNLOADS) return this.#leave(connection, id)
        this.list.push({ id, name: safeName(String(params['suggestedFilename'])), state: 'inProgress' })
      }
      const download = this.list.find((one) => one.id === id)
      if (method === 'Browser.downloadProgress' && download) download.state = params['state'] as Download['state']
    })
  }

  #leave(connection: CdpConnection, guid: string): void {
    this.left += 1
    void connection.send('Browser.cancelDownload', { guid }).catch(() => {})
  }

  /** Says which of them a capture lacks. */
  lacking(complete: boolean): Missing[] {
    return [
      ...(complete ? [] : [{ code: 'download-incomplete', params: {} } as const]),
      ...(this.left ? [{ code: 'downloads-left', params: { count: this.left, limit: MAX_DOWNLOADS } } as const] : []),
    ]
  }

  async enable(connection: CdpConnection): Promise<void> {
    await connection.send('Browser.setDownloadBehavior', {
      behavior: 'allowAndName',
      downloadPath: this.#folder,
      eventsEnabled: true,
    })
  }

  /** Waits for the files under way, and for the first where one must come; false when the time did not suffice. */
  async settle(deadline: Deadline, milliseconds: number, expected: boolean): Promise<boolean> {
    const end = performance.now() + milliseconds
    while ((expected && this.list.length === 0) || this.list.some(({ state }) => state === 'inProgress')) {
      if (performance.now() > end) return false
      await deadline.pause(50)
    }
    return this.list.every(({ state }) => state === 'completed')
  }

  /** Copies the complete ones to `download/`; equal names get a number. */
  async save(outDir: string): Promise<CapturedFile[]> {
    const files: CapturedFile[] = []
    for (const { id, name, state } of this.list) {
      if (state !== 'completed') continue
      const path = freePath(
        `download/${name}`,
        files.map((file) => file.path),
      )
      await mkdir(join(outDir, 'download'), { recursive: true })
      if (await copyPlainFile(join(this.#folder, id), join(outDir, path)))
        files.push({ path, mediaType: 'application/octet-stream' })
    }
    return files
  }
}

/** The folder is the browser's: a link put there by a browser that was taken over must not be followed. */
async function copyPlainFile(from: string, to: string): Promise<boolean> {
  const handle = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW).catch(() => null)
  if (!handle) return false
  try {
    const stat = await handle.stat()
    if (!stat.isFile() || stat.nlink > 1) return false
    await pipeline(handle.createReadStream({ autoClose: false }), createWriteStream(to))
    return true
  } finally {
    await handle.close()
  }
}
